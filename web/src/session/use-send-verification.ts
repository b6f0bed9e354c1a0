import { useSendVerificationMutation } from "../api/resources/session-api.ts";
import { useResultToasts } from "../toasts/use-result-toasts.ts";

/** Sends the link that verifies the address of the signed-in reader, and shows the result in a toast. */
export function useSendVerification() {
  const { succeed, fail } = useResultToasts();
  const [sendVerification, { isLoading }] = useSendVerificationMutation();
  const send = async () => {
    const { error } = await sendVerification();
    if (error) fail("verification.failed", error);
    else succeed("verification.sent", "verification.sentText");
  };
  return { send, busy: isLoading };
}

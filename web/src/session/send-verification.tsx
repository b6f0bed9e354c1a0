import type { ComponentProps } from "react";
import { sessionApi } from "../api/resources/session-api.ts";
import type { Button } from "../components/button.tsx";
import { ActionButton } from "../toasts/action-button.tsx";

export function SendVerification(button: Omit<ComponentProps<typeof Button>, "busy" | "onClick">) {
  const [sendVerification] = sessionApi.useSendVerificationMutation();
  return (
    <ActionButton
      {...button}
      run={() => sendVerification().unwrap()}
      done={["verification.sent", "verification.sentText"]}
      failed={["verification.failed"]}
    />
  );
}

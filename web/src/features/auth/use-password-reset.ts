import { useTranslation } from "react-i18next";
import { paths } from "../../config/paths.ts";
import { useLeave } from "../../session/use-logout.ts";
import { useToast } from "../../toasts/use-toast.ts";
import { useResetPasswordMutation, type PasswordReset } from "./recovery-api.ts";

/**
 * Sets a new password and opens the log-in, because every session of the account has ended.
 *
 * @returns a function that resolves to the error of the call
 */
export function usePasswordReset(): (reset: PasswordReset) => Promise<unknown> {
  const { t } = useTranslation();
  const toast = useToast();
  const leave = useLeave();
  const [resetPassword] = useResetPasswordMutation();
  return async (reset) => {
    const { error } = await resetPassword(reset);
    if (error) return error;
    toast({ title: t("recovery.reset.success"), description: t("recovery.reset.successText") });
    const email = "email" in reset ? `?email=${encodeURIComponent(reset.email)}` : "";
    // Removes the token of a link from the history of the tab.
    await leave(paths.login + email, { replace: true });
    return undefined;
  };
}

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../config/paths.ts";
import { useLeave } from "../../session/use-logout.ts";
import { useToast } from "../../toasts/use-toast.ts";
import { useResetPasswordMutation, type PasswordReset } from "./recovery-api.ts";

interface PasswordResetting {
  /** Resolves to the error of the call. */
  resetPassword: (reset: PasswordReset) => Promise<unknown>;
  /** The password is set, and the log-in may still be loading: a second call would have a used token. */
  leaving: boolean;
}

/** Sets a new password and opens the log-in, because every session of the account has ended. */
export function usePasswordReset(): PasswordResetting {
  const { t } = useTranslation();
  const toast = useToast();
  const leave = useLeave();
  const [send] = useResetPasswordMutation();
  const [leaving, setLeaving] = useState(false);
  const resetPassword = async (reset: PasswordReset) => {
    const { error } = await send(reset);
    if (error) return error;
    setLeaving(true);
    toast({ title: t("recovery.reset.success"), description: t("recovery.reset.successText") });
    // Removes the token of a link from the history of the tab.
    await leave(paths.login, {
      replace: true,
      ...("email" in reset && { state: { email: reset.email } }),
    });
    return undefined;
  };
  return { resetPassword, leaving };
}

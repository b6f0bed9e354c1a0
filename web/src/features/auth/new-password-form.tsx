import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { hasCode, refusedValue, serverMessage } from "../../api/api-error.ts";
import { AccountName, Field, Form } from "../../components/field.tsx";
import { Button } from "../../components/button.tsx";
import { paths } from "../../config/paths.ts";
import { atLeast } from "../../lib/field-rules.ts";
import { useLeave } from "../../session/use-logout.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { recoveryApi } from "./recovery-api.ts";
import { useNextPage } from "./use-next-page.ts";

interface NewPasswordFormProps {
  /** The token of a mailed link, or the address of an account whose code the form asks for. */
  by: { token: string } | { email: string };
  onLinkExpired?: () => void;
}

/** Sets a new password and opens the log-in, because every session of the account has ended. */
export function NewPasswordForm({ by, onLinkExpired }: NewPasswordFormProps) {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const leave = useLeave();
  const { linkTo } = useNextPage();
  const [resetPassword] = recoveryApi.useResetPasswordMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { code: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  // The log-in may still be loading after the form was sent: a second call would have a used token.
  const [leaving, setLeaving] = useState(false);
  const email = "email" in by ? by.email : undefined;

  const submit = handleSubmit(async ({ code, password }) => {
    const { error } = await resetPassword(
      "email" in by ? { ...by, code, password } : { ...by, password },
    );
    const message = refusedValue(error);
    if (message) setError("password", { message }, { shouldFocus: true });
    else if (hasCode(error, "LINK_EXPIRED")) onLinkExpired?.();
    else if (hasCode(error, "RESET_CODE_WRONG")) {
      const wrong = serverMessage(error) ?? "recovery.whatsapp.wrong";
      setError("code", { message: wrong }, { shouldFocus: true });
    } else if (error) fail("recovery.reset.failure", error);
    if (error) return;
    setLeaving(true);
    succeed("recovery.reset.success", "recovery.reset.successText");
    // Removes the token of a link from the history of the tab.
    const { to, state } = linkTo(paths.login, email ?? "");
    await leave(to, { replace: true, state });
  });

  return (
    <Form noValidate onSubmit={submit}>
      {email === undefined ? null : (
        <>
          <AccountName email={email} />
          <Field
            label={t("recovery.whatsapp.code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code?.message}
            {...register("code", sixDigits)}
          />
        </>
      )}
      <Field
        label={t("recovery.newPassword")}
        type="password"
        autoComplete="new-password"
        hint={t("auth.passwordHint")}
        error={errors.password?.message}
        {...register("password", atLeast(6, "validation.password"))}
      />
      <Button type="submit" variant="primary" block busy={isSubmitting || leaving}>
        {t("recovery.reset.submit")}
      </Button>
    </Form>
  );
}

/** Also when the code is typed or pasted with spaces. */
const sixDigits = {
  setValueAs: (value: string) => value.replaceAll(/\s/g, ""),
  validate: (value: string) => /^\d{6}$/.test(value) || "recovery.whatsapp.format",
};

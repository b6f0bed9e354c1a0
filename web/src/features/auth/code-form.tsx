import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { hasCode, refusedValue, serverMessage } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { Field, Form } from "../../components/field.tsx";
import { atLeast } from "../../lib/field-rules.ts";
import { useFailureToast } from "../../toasts/use-failure-toast.ts";
import type { ResetRequest } from "./recovery-api.ts";
import { RequestAgain } from "./request-again.tsx";
import { usePasswordReset } from "./use-password-reset.ts";

/** Sets a new password with the code that was sent on WhatsApp. */
export function CodeForm({ request }: { request: ResetRequest }) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const { resetPassword, leaving } = usePasswordReset();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { code: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    const error = await resetPassword({ email: request.email, ...values });
    const message = refusedValue(error);
    if (message) setError("password", { message }, { shouldFocus: true });
    else if (hasCode(error, "RESET_CODE_WRONG")) {
      const wrong = serverMessage(error) ?? "recovery.whatsapp.wrong";
      setError("code", { message: wrong }, { shouldFocus: true });
    } else if (error) fail("recovery.reset.failure", error);
  });

  return (
    <>
      <Form noValidate onSubmit={submit}>
        {/* Password managers store the new password under this address. */}
        <input type="email" autoComplete="username" value={request.email} readOnly hidden />
        <Field
          label={t("recovery.whatsapp.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register("code", code)}
        />
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
      <RequestAgain request={request} />
    </>
  );
}

/** Six digits, also when they are typed or pasted with spaces. */
const code = {
  setValueAs: (value: string) => value.replaceAll(/\s/g, ""),
  validate: (value: string) => /^\d{6}$/.test(value) || "recovery.whatsapp.format",
};

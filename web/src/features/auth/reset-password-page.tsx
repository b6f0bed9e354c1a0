import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { hasCode, refusedValue } from "../../api/api-error.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Field, Form } from "../../components/field.tsx";
import { focusMainPart } from "../../components/main-part.tsx";
import { paths } from "../../config/paths.ts";
import { atLeast } from "../../lib/field-rules.ts";
import { useHydrating } from "../../lib/use-hydrating.ts";
import { useFailureToast } from "../../toasts/use-failure-toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useLink } from "./use-link.ts";
import { usePasswordReset } from "./use-password-reset.ts";

export default function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token, forget } = useLink();
  const [refused, setRefused] = useState(false);
  // The build does not know the token, and renders the form.
  const hydrating = useHydrating();
  const expired = refused || (!token && !hydrating);
  const onExpired = () => {
    setRefused(true);
    forget();
    // The button that had the focus disappears.
    focusMainPart();
  };
  return (
    <AuthFrame
      title={t(expired ? "recovery.expired" : "recovery.reset.title")}
      subtitle={t(expired ? "recovery.reset.expired" : "recovery.reset.text")}
    >
      {expired ? (
        <ButtonLink to={paths.forgotPassword} variant="primary" block>
          {t("recovery.newLink")}
        </ButtonLink>
      ) : (
        <NewPasswordForm token={token ?? ""} onExpired={onExpired} />
      )}
    </AuthFrame>
  );
}

interface NewPasswordFormProps {
  token: string;
  onExpired: () => void;
}

function NewPasswordForm({ token, onExpired }: NewPasswordFormProps) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const { resetPassword, leaving } = usePasswordReset();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const error = await resetPassword({ token, password });
    const message = refusedValue(error);
    if (message) setError("password", { message }, { shouldFocus: true });
    else if (hasCode(error, "LINK_EXPIRED")) onExpired();
    else if (error) fail("recovery.reset.failure", error);
  });

  return (
    <Form noValidate onSubmit={submit}>
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

import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { hasStatus, isApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { Field, Form } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextLink } from "../../components/prose.tsx";
import { paths } from "../../config/paths.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { atLeast, email } from "../../lib/field-rules.ts";
import { selectUnsavedPage } from "../../session/unsaved-input.tsx";
import { useSignIn } from "../../session/use-sign-in.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { useAppSelector } from "../../store/hooks.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useNextPage } from "./use-next-page.ts";
import { Small } from "../../components/page.tsx";

export default function LoginPage() {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const { email: givenEmail, next, linkTo } = useNextPage();
  const hasUnsavedInput = useAppSelector(selectUnsavedPage) !== undefined;
  const { control, register, handleSubmit, formState } = useForm({
    defaultValues: { email: givenEmail, password: "" },
  });
  const { errors, isSubmitting } = formState;
  const typedEmail = useWatch({ control, name: "email" });
  // The next page may still be loading after the form was sent.
  const [leaving, setLeaving] = useState(false);

  const submit = handleSubmit(async (credentials) => {
    try {
      await signIn(credentials);
    } catch (failure) {
      // Only the server knows which limit was reached.
      fail("auth.login.failure", hasStatus(failure, 429) && failure, reasonOf(failure));
      return;
    }
    succeed("auth.login.success", "auth.login.successText");
    setLeaving(true);
    await navigate(next());
  });

  return (
    <AuthFrame title={t("auth.login.title")} subtitle={t("auth.login.subtitle")}>
      {hasUnsavedInput ? <Notice tone="info">{t("auth.login.unsaved")}</Notice> : null}
      <Form noValidate onSubmit={submit}>
        <Field
          label={t("auth.email")}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email", email("validation.email"))}
        />
        <Field
          label={t("auth.password")}
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password", atLeast(6, "validation.password"))}
        />
        <Button type="submit" variant="primary" block busy={isSubmitting || leaving}>
          {t("auth.login.submit")}
        </Button>
      </Form>
      <Small>
        <TextLink {...linkTo(paths.forgotPassword, typedEmail)}>{t("auth.forgot")}</TextLink>
      </Small>
      <Small>
        {t("auth.login.noAccount")}{" "}
        <TextLink {...linkTo(paths.signup, typedEmail)}>{t("auth.login.create")}</TextLink>
      </Small>
    </AuthFrame>
  );
}

/** The same message for an unknown address and a wrong password, so that it does not reveal which accounts exist. */
function reasonOf(failure: unknown): TranslationKey {
  if (!isApiError(failure) || failure.status === 429) return "auth.login.unreachable";
  const refused =
    typeof failure.status === "number" && failure.status >= 400 && failure.status < 500;
  return refused ? "auth.login.wrong" : "auth.login.unreachable";
}

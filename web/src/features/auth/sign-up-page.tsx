import { languages } from "@matinale/contracts/browser";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { hasStatus, messageIn, takenField } from "../../api/api-error.ts";
import { sessionApi, type SignUp } from "../../api/resources/session-api.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { Field, Form } from "../../components/field.tsx";
import { Linked, TextLink } from "../../components/prose.tsx";
import { paths } from "../../config/paths.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { atLeast, email, trimmed } from "../../lib/field-rules.ts";
import { useSignIn } from "../../session/use-sign-in.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useNextPage } from "./use-next-page.ts";
import { Small } from "../../components/page.tsx";

type SignUpValues = Required<SignUp>;

export default function SignUpPage() {
  const { t } = useTranslation();
  const { show, fail } = useResultToasts();
  const navigate = useNavigate();
  const [signUp] = sessionApi.useSignUpMutation();
  const signIn = useSignIn();
  const { email: givenEmail, next, linkTo } = useNextPage();
  const { control, register, handleSubmit, setError, formState } = useForm<SignUpValues>({
    defaultValues: {
      username: "",
      email: givenEmail,
      password: "",
      phone: "",
      language: "fr",
    },
  });
  const { errors, isSubmitting } = formState;
  const typedEmail = useWatch({ control, name: "email" });
  // The next page may still be loading after the form was sent.
  const [leaving, setLeaving] = useState(false);

  const submit = handleSubmit(async (values) => {
    const { data, error } = await signUp(payload(values));
    if (error) {
      const field = takenField(error);
      const reason: TranslationKey = field
        ? `auth.signUp.${field}Taken`
        : "auth.signUp.failureText";
      if (field) setError(field, { message: reason }, { shouldFocus: true });
      // The server's reason for a refused value, such as a common password, and for a limit, or a text of the site.
      fail("auth.signUp.failure", hasStatus(error, 400, 429) && error, reason);
      return;
    }
    // The server's message, because only the server knows whether a deleted account used the trial.
    show({
      title: t("auth.signUp.success"),
      description: messageIn(data) ?? t("auth.signUp.successText"),
    });
    // The account exists. If the log-in fails now, the reader signs in on the log-in page.
    const { email, password } = values;
    const isSignedIn = await signIn({ email, password }).then(
      () => true,
      () => false,
    );
    setLeaving(true);
    const { to, state } = linkTo(paths.login, email);
    await (isSignedIn ? navigate(next()) : navigate(to, { state }));
  });

  return (
    <AuthFrame title={t("auth.signUp.title")} subtitle={t("auth.signUp.subtitle")}>
      <Form noValidate onSubmit={submit}>
        <Field
          label={t("auth.username")}
          autoComplete="nickname"
          error={errors.username?.message}
          {...register("username", { ...trimmed, ...atLeast(3, "validation.username") })}
        />
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
          autoComplete="new-password"
          hint={t("auth.passwordHint")}
          error={errors.password?.message}
          {...register("password", atLeast(6, "validation.password"))}
        />
        <Field
          label={
            <>
              {t("auth.phone")} <small>({t("auth.optional")})</small>
            </>
          }
          type="tel"
          autoComplete="tel"
          placeholder="+33 6 12 34 56 78"
          hint={t("auth.phoneHint")}
          {...register("phone", trimmed)}
        />
        <Choice
          control={control}
          name="language"
          legend={t("auth.language")}
          options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        <Small>
          <Linked text={t("auth.signUp.consent")} />
        </Small>
        <Button type="submit" variant="primary" block busy={isSubmitting || leaving}>
          {t("auth.signUp.submit")}
        </Button>
      </Form>
      <Small>
        {t("auth.signUp.hasAccount")}{" "}
        <TextLink {...linkTo(paths.login, typedEmail)}>{t("auth.signUp.signIn")}</TextLink>
      </Small>
    </AuthFrame>
  );
}

const payload = ({ phone, ...values }: SignUpValues): SignUp =>
  phone ? { ...values, phone } : values;

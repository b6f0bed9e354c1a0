import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useProduct } from "../../api/resources/product-api.ts";
import { refusedValue } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { Field, Form } from "../../components/field.tsx";
import { focusMainPart } from "../../components/main-part.tsx";
import { Small } from "../../components/page.tsx";
import { TextLink } from "../../components/prose.tsx";
import { paths } from "../../config/paths.ts";
import { email, trimmed } from "../../lib/field-rules.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { recoveryApi, type ResetRequest } from "./recovery-api.ts";
import { useNextPage } from "./use-next-page.ts";

const ways = ["email", "whatsapp"] as const;

/** The answer is the same for every address, so that it does not reveal which accounts exist. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation();
  const { fail } = useResultToasts();
  const { email: given, planId, linkTo } = useNextPage();
  const [sent, setSent] = useState<ResetRequest>();
  const [requestReset] = recoveryApi.useRequestPasswordResetMutation();
  const { control, register, handleSubmit, setError, formState } = useForm<ResetRequest>({
    defaultValues: { email: given, by: "email" },
  });
  const { errors, isSubmitting } = formState;
  // Without mail, only a code on WhatsApp is left.
  const { mail = true, brand } = useProduct();

  const show = (request?: ResetRequest) => {
    setSent(request);
    // The button that had the focus disappears.
    focusMainPart();
  };
  const submit = handleSubmit(async ({ email: address, by }) => {
    const request = {
      email: address,
      by: mail ? by : "whatsapp",
      // The mailed link leads back to it.
      ...(planId !== undefined && { planId }),
    } as const;
    const { error } = await requestReset(request);
    const message = refusedValue(error);
    if (message) setError("email", { message }, { shouldFocus: true });
    else if (error) fail("recovery.request.failure", error);
    else show(request);
  });

  if (sent) {
    return (
      <AuthFrame
        title={t(`recovery.${sent.by}.title`)}
        subtitle={t(`recovery.${sent.by}.text`, { email: sent.email })}
      >
        {sent.by === "email" ? (
          <Small>{t("recovery.email.nothing")}</Small>
        ) : (
          <NewPasswordForm by={{ email: sent.email }} />
        )}
        <ActionButton
          block
          run={() => requestReset(sent).unwrap()}
          done={["recovery.again.done", "recovery.again.doneText"]}
          failed={["recovery.request.failure"]}
        >
          {t(`recovery.again.${sent.by}`)}
        </ActionButton>
        <Button variant="ghost" block onClick={() => show()}>
          {t("recovery.request.change")}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t("recovery.request.title")}
      subtitle={t(`recovery.request.${mail ? "text" : "textWithoutMail"}`, {
        supportEmail: brand.supportEmail,
      })}
    >
      <Form noValidate onSubmit={submit}>
        <Field
          label={t("auth.email")}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email", { ...trimmed, ...email("validation.email") })}
        />
        {mail && (
          <Choice
            control={control}
            name="by"
            legend={t("recovery.request.by")}
            options={ways.map((value) => ({ value, label: t(`recovery.request.${value}`) }))}
          />
        )}
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {t("recovery.request.submit")}
        </Button>
      </Form>
      <Small>
        {t("recovery.request.remembered")}{" "}
        <TextLink {...linkTo(paths.login, given)}>{t("nav.signIn")}</TextLink>
      </Small>
    </AuthFrame>
  );
}

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
import { TextLink } from "../../components/text-link.tsx";
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
  const { email: given, planId, linkTo } = useNextPage();
  const [request, setRequest] = useState<ResetRequest>({ email: given, by: "email" });
  const [sent, setSent] = useState(false);
  const [requestReset] = recoveryApi.useRequestPasswordResetMutation();
  /** The mailed link leads back to it. */
  const plan = planId === undefined ? {} : { planId };
  const { mail = true, brand } = useProduct();
  const step = sent ? request.by : "request";
  const text =
    mail || sent ? (`recovery.${step}.text` as const) : "recovery.request.textWithoutMail";
  const show = (answered: boolean) => {
    setSent(answered);
    // The button that had the focus disappears.
    focusMainPart();
  };
  return (
    <AuthFrame
      title={t(`recovery.${step}.title`)}
      subtitle={t(text, { email: request.email, supportEmail: brand.supportEmail })}
    >
      {step === "request" ? (
        <RequestForm
          request={request}
          mail={mail}
          plan={plan}
          onSent={(next) => {
            setRequest(next);
            show(true);
          }}
        />
      ) : (
        <>
          {step === "email" ? (
            <Small>{t("recovery.email.nothing")}</Small>
          ) : (
            <NewPasswordForm by={{ email: request.email }} />
          )}
          <ActionButton
            block
            run={() => requestReset({ ...request, ...plan }).unwrap()}
            done={["recovery.again.done", "recovery.again.doneText"]}
            failed={["recovery.request.failure"]}
          >
            {t(`recovery.again.${request.by}`)}
          </ActionButton>
        </>
      )}
      {sent ? (
        <Button variant="ghost" block onClick={() => show(false)}>
          {t("recovery.request.change")}
        </Button>
      ) : (
        <Small>
          {t("recovery.request.remembered")}{" "}
          <TextLink {...linkTo(paths.login, given)}>{t("nav.signIn")}</TextLink>
        </Small>
      )}
    </AuthFrame>
  );
}

interface RequestFormProps {
  request: ResetRequest;
  /** False: the site sends no mail, so only a code on WhatsApp is left. */
  mail: boolean;
  plan: Pick<ResetRequest, "planId">;
  onSent: (request: ResetRequest) => void;
}

function RequestForm({ request, mail, plan, onSent }: RequestFormProps) {
  const { t } = useTranslation();
  const { fail } = useResultToasts();
  const [requestReset] = recoveryApi.useRequestPasswordResetMutation();
  const { control, register, handleSubmit, setError, formState } = useForm({
    defaultValues: request,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (chosen) => {
    const values: ResetRequest = mail ? chosen : { ...chosen, by: "whatsapp" };
    const { error } = await requestReset({ ...values, ...plan });
    const message = refusedValue(error);
    if (message) setError("email", { message }, { shouldFocus: true });
    else if (error) fail("recovery.request.failure", error);
    else onSent(values);
  });

  return (
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
  );
}

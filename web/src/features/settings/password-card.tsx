import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { hasCode, refusedValue, serverMessage } from "../../api/api-error.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Button } from "../../components/button.tsx";
import { Row, TitledCard } from "../../components/card.tsx";
import { CurrentPassword, Field, Form } from "../../components/field.tsx";
import { TextLink } from "../../components/prose.tsx";
import { paths } from "../../config/paths.ts";
import { atLeast } from "../../lib/field-rules.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { settingsApi } from "./settings-api.ts";

const empty = { currentPassword: "", newPassword: "" };

export function PasswordCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const [changePassword] = settingsApi.useChangePasswordMutation();
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: empty });
  const { errors, isSubmitting } = formState;

  const change = handleSubmit(async (values) => {
    const { error } = await changePassword(values);
    const refused = refusedValue(error);
    if (refused) {
      setError("newPassword", { message: refused }, { shouldFocus: true });
    } else if (hasCode(error, "WRONG_PASSWORD")) {
      const message = serverMessage(error) ?? "profile.password.wrong";
      setError("currentPassword", { message }, { shouldFocus: true });
    } else if (error) {
      fail("profile.password.failed", error);
    } else {
      reset(empty);
      succeed("profile.password.changed", "profile.password.changedText");
    }
  });

  return (
    <TitledCard title={t("profile.password.title")}>
      <Form noValidate onSubmit={change}>
        <CurrentPassword
          email={me.email}
          label={t("profile.password.current")}
          error={errors.currentPassword?.message}
          {...register("currentPassword", atLeast(1, "profile.password.missing"))}
        />
        <Field
          label={t("profile.password.new")}
          type="password"
          autoComplete="new-password"
          hint={t("auth.passwordHint")}
          error={errors.newPassword?.message}
          {...register("newPassword", atLeast(6, "validation.password"))}
        />
        <Row>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t("profile.password.change")}
          </Button>
          <TextLink to={paths.forgotPassword} state={{ email: me.email }}>
            {t("auth.forgot")}
          </TextLink>
        </Row>
      </Form>
    </TitledCard>
  );
}

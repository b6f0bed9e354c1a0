import { Stack, Row, TitledCard } from "../../components/card.tsx";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { Columns } from "../../components/page.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { voices } from "@matinale/contracts/browser";
import { Mail } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { hasCode, serverMessage, takenField } from "../../api/api-error.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Breakable } from "../../components/breakable.tsx";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { CurrentPassword, Field, Form } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { settingsTabs } from "../../config/paths.ts";
import { atLeast, email, keepFieldsAfterSave, trimmed } from "../../lib/field-rules.ts";
import { useUnsavedInput } from "../../session/unsaved-input.tsx";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { ProfilePicture } from "./profile-picture.tsx";
import { settingsApi, type ProfileValues } from "./settings-api.ts";

function ProfileCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const [saveProfile] = settingsApi.useSaveProfileMutation();
  const form = useForm<ProfileValues>({
    values: { username: me.username, email: me.email, voicePreference: me.voicePreference },
    resetOptions: { keepDirtyValues: true },
  });
  const { control, register, handleSubmit, reset, resetField, setError } = form;
  const { errors, isSubmitting } = form.formState;
  const unsavedNotice = useUnsavedInput(settingsTabs.profile, "profile", form, fields);
  /** Another address in place of one that was never verified needs the password. */
  const [asksPassword, setAsksPassword] = useState(false);

  const save = handleSubmit(async ({ currentPassword, ...values }) => {
    const { data, error } = await saveProfile(
      currentPassword ? { ...values, currentPassword } : values,
    );
    if (error) {
      const taken = takenField(error);
      const message = serverMessage(error) ?? "settings.failedText";
      if (taken) setError(taken, { message }, { shouldFocus: true });
      if (hasCode(error, "WRONG_PASSWORD")) {
        setAsksPassword(true);
        setError("currentPassword", { message });
      }
      return fail("settings.failed", error, "settings.failedText");
    }
    reset(values, keepFieldsAfterSave);
    resetField("currentPassword", { defaultValue: "" });
    setAsksPassword(false);
    // Some servers answer without the profile.
    if (!data?.email || data.email === values.email) {
      return succeed("profile.saved", "settings.savedText");
    }
    // A verified address changes only after both addresses confirmed it.
    resetField("email", { defaultValue: data.email });
    succeed("profile.pending.asked", "profile.pending.askedText");
  });

  return (
    <TitledCard $gap="s5" title={t("profile.title")}>
      <ProfilePicture me={me} />
      {me.pendingEmail ? <PendingEmail email={me.pendingEmail} /> : null}
      <Form noValidate onSubmit={save}>
        {unsavedNotice}
        <Field
          label={t("auth.username")}
          autoComplete="nickname"
          error={errors.username?.message}
          {...register("username", { ...trimmed, ...atLeast(3, "validation.profileUsername") })}
        />
        <Field
          label={t("auth.email")}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email", { ...trimmed, ...email("validation.profileEmail") })}
        />
        {asksPassword ? (
          <CurrentPassword
            email={me.email}
            label={t("profile.password.current")}
            error={errors.currentPassword?.message}
            {...register("currentPassword")}
          />
        ) : null}
        <Choice
          control={control}
          name="voicePreference"
          legend={t("account.voice")}
          options={voices.map((value) => ({ value, label: t(`profile.${value}`) }))}
        />
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t("settings.save")}
        </Button>
      </Form>
    </TitledCard>
  );
}

const fields = ["username", "email", "voicePreference"] as const;

function PendingEmail({ email }: { email: string }) {
  const { t } = useTranslation();
  const [cancelPendingEmail] = settingsApi.useCancelPendingEmailMutation();
  return (
    <Stack $gap="s2">
      <Notice tone="info" icon={Mail}>
        <Trans
          i18nKey="profile.pending.text"
          values={{ email }}
          components={{ b: <b />, email: <Breakable /> }}
        />
      </Notice>
      <Row>
        <ActionButton
          size="sm"
          run={() => cancelPendingEmail().unwrap()}
          done={["profile.pending.cancelled", "profile.pending.cancelledText"]}
          failed={["profile.pending.cancelFailed"]}
        >
          {t("profile.pending.cancel")}
        </ActionButton>
      </Row>
    </Stack>
  );
}

export default function ProfilePanel({ me }: { me: Me }) {
  return (
    <Columns $proportion="1fr 1fr">
      <ProfileCard me={me} />
      <Stack>
        <PasswordCard me={me} />
        <ErrorBoundary>
          <SessionsCard />
        </ErrorBoundary>
      </Stack>
    </Columns>
  );
}

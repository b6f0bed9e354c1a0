import { voices } from "@matinale/contracts/browser";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import type { Me } from "../../api/resources/session-api.ts";
import { Button } from "../../components/button.tsx";
import { Card, CardTitle, Row } from "../../components/card.tsx";
import { Choice } from "../../components/choice.tsx";
import { Field, Form } from "../../components/field.tsx";
import { atLeast, email, trimmed } from "../../lib/field-rules.ts";
import { token } from "../../styles/token.ts";
import { keepFieldsAfterSave, useSaveToast } from "./use-save-toast.ts";
import { ProfilePicture } from "./profile-picture.tsx";
import { useSaveProfileMutation, type ProfileValues } from "./settings-api.ts";

export default function ProfileCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const showResult = useSaveToast();
  const [saveProfile] = useSaveProfileMutation();
  const { control, register, handleSubmit, reset, formState } = useForm<ProfileValues>({
    values: { username: me.username, email: me.email, voicePreference: me.voicePreference },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async (values) => {
    const { error } = await saveProfile(values);
    if (!error) reset(values, keepFieldsAfterSave);
    showResult(error, "settings.profile.saved");
  });

  return (
    <Frame aria-labelledby="profile-title">
      <CardTitle id="profile-title">{t("settings.profile.title")}</CardTitle>
      <ProfilePicture me={me} />
      <Form noValidate onSubmit={save}>
        <Field
          label={t("auth.username")}
          autoComplete="username"
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
        <Controller
          control={control}
          name="voicePreference"
          render={({ field }) => (
            <Choice
              legend={t("account.voice")}
              value={field.value}
              options={voices.map((value) => ({ value, label: t(`settings.profile.${value}`) }))}
              onChange={field.onChange}
            />
          )}
        />
        <Row>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t("settings.save")}
          </Button>
        </Row>
      </Form>
    </Frame>
  );
}

const Frame = styled(Card)`
  display: grid;
  gap: ${token("s5")};
  max-width: 40rem;
`;

import { useTranslation } from "react-i18next";
import { useForm } from "react-hook-form";
import { styled } from "styled-components";
import { preferencesApi, type AlertPreferences } from "../../api/resources/preferences-api.ts";
import { Button } from "../../components/button.tsx";
import { TitledCard } from "../../components/card.tsx";
import { Field, Form, TwoFields } from "../../components/field.tsx";
import { Remark } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { Switch } from "../../components/switch.tsx";
import { settingsTabs } from "../../config/paths.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { keepFieldsAfterSave } from "../../lib/field-rules.ts";
import { row, token } from "../../styles/theme.ts";
import { useUnsavedInput } from "../../session/unsaved-input.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { usePostponeReload } from "./reload-after-change.ts";

/** Breaking-news alerts: the switch and the quiet hours, or the way to a plan that has alerts. */
export function AlertsCard() {
  const { t } = useTranslation();
  const { data } = preferencesApi.usePreferencesQuery();
  // The card of the edition shows when the preferences fail to load.
  if (!data) return null;
  return (
    <TitledCard title={t("settings.alerts.title")}>
      {data.alertsIncluded ? (
        <AlertsForm saved={data} />
      ) : (
        <Remark>
          <Linked text={t("settings.alerts.notIncluded")} />
        </Remark>
      )}
    </TitledCard>
  );
}

type QuietHours = Pick<AlertPreferences, "quietStart" | "quietEnd">;

function AlertsForm({ saved }: { saved: AlertPreferences }) {
  const { t } = useTranslation();
  const { quietStart, quietEnd, breakingNewsAlerts } = saved;
  const { succeed, fail } = useResultToasts();
  const [savePreferences, { isLoading: busy }] = preferencesApi.useSavePreferencesMutation();
  const form = useForm<QuietHours>({
    values: { quietStart, quietEnd },
    // Keeps what the reader types while a save and the following request are pending.
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isDirty } = formState;
  // Without alerts the fields are hidden.
  usePostponeReload(isDirty && breakingNewsAlerts);
  const unsavedNotice = useUnsavedInput(settingsTabs.preferences, "alerts", form, fields);
  const required = { required: "validation.required" };

  const save = async (change: Partial<AlertPreferences>, done: TranslationKey) => {
    const { error } = await savePreferences(change);
    if (error) fail("settings.failed", error, "settings.failedText");
    else succeed(done);
    return !error;
  };
  const saveHours = handleSubmit(async (hours) => {
    if (await save(hours, "settings.alerts.quietSaved")) reset(hours, keepFieldsAfterSave);
  });
  return (
    <>
      <Labelled>
        <Switch
          checked={breakingNewsAlerts}
          disabled={busy}
          onCheckedChange={(on) =>
            void save({ breakingNewsAlerts: on }, `settings.alerts.${on ? "on" : "off"}`)
          }
        />
        {t("settings.alerts.switch")}
      </Labelled>
      {breakingNewsAlerts ? (
        <Form noValidate onSubmit={saveHours}>
          {unsavedNotice}
          <Remark>{t("settings.alerts.quietNote")}</Remark>
          <TwoFields>
            <Field
              label={t("settings.alerts.quietStart")}
              type="time"
              error={errors.quietStart?.message}
              {...register("quietStart", required)}
            />
            <Field
              label={t("settings.alerts.quietEnd")}
              type="time"
              error={errors.quietEnd?.message}
              {...register("quietEnd", required)}
            />
          </TwoFields>
          <Button type="submit" busy={busy}>
            {t("settings.alerts.saveQuiet")}
          </Button>
        </Form>
      ) : null}
    </>
  );
}

const fields = ["quietStart", "quietEnd"] as const;

const Labelled = styled.label`
  ${row("s3")};
  min-height: ${token("target")};
  font-weight: 600;
  cursor: pointer;
`;

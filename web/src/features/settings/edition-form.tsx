import { countries, frequencies, languages, timezones } from "@matinale/contracts/browser";
import type { ComponentProps } from "react";
import { useController, useForm, type Control } from "react-hook-form";
import { preferencesApi, type Preferences } from "../../api/resources/preferences-api.ts";
import { Breakable } from "../../components/breakable.tsx";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { Field, Form, TwoFields } from "../../components/field.tsx";
import { Flag } from "../../components/flag.tsx";
import { Select } from "../../components/select.tsx";
import { timezoneStorageKey } from "../../config/constants.ts";
import { settingsTabs } from "../../config/paths.ts";
import { useChooseLanguage } from "../../i18n/use-choose-language.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { keepFieldsAfterSave } from "../../lib/field-rules.ts";
import { useUnsavedInput } from "../../session/unsaved-input.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { usePostponeReload } from "./reload-after-change.ts";

export default function EditionForm({ saved }: { saved: Preferences }) {
  const { t, nameOf } = useTexts();
  const chooseLanguage = useChooseLanguage();
  const { succeed, fail } = useResultToasts();
  const [savePreferences] = preferencesApi.useSavePreferencesMutation();
  const form = useForm<Preferences>({
    values: fieldsOf(saved),
    // Keeps what the reader types while a save and the following request are pending.
    resetOptions: { keepDirtyValues: true },
  });
  const { control, register, handleSubmit, getValues, reset, resetField, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  usePostponeReload(isDirty);
  const unsavedNotice = useUnsavedInput(settingsTabs.preferences, "edition", form, fields);

  const submit = handleSubmit(async (values) => {
    const { error } = await savePreferences(values);
    if (error) return fail("settings.failed", error, "settings.failedText");
    localStorage.setItem(timezoneStorageKey, values.timezone);
    reset(values, keepFieldsAfterSave);
    succeed("settings.saved", "settings.savedText");
  });
  const applyLanguage = async () => {
    // The page stays in the old language when the texts of the new one do not load.
    if (await chooseLanguage(getValues("language"))) await submit();
    else resetField("language");
  };

  return (
    <Form noValidate onSubmit={submit}>
      {unsavedNotice}
      <Choice
        control={control}
        name="language"
        legend={t("settings.language")}
        options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChosen={() => void applyLanguage()}
      />
      <TwoFields>
        <Field
          label={t("settings.time")}
          type="time"
          error={errors.deliveryTime?.message}
          {...register("deliveryTime", { required: "validation.required" })}
        />
        <SelectField
          control={control}
          name="deliveryFrequency"
          label={t("settings.frequency")}
          options={frequencies.map((value) => ({
            value,
            label: t(`account.frequencies.${value}`),
          }))}
        />
        <SelectField
          control={control}
          name="country"
          label={t("settings.country")}
          options={withSaved(
            countries.map((country) => ({
              value: country.code,
              label: nameOf(country),
              icon: <Flag country={country.code} />,
            })),
            saved.country,
          )}
        />
        <SelectField
          control={control}
          name="timezone"
          label={t("settings.timezone")}
          options={withSaved(
            timezones.map((zone) => ({ value: zone, label: <Breakable>{zone}</Breakable> })),
            saved.timezone,
          )}
        />
      </TwoFields>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {t("settings.save")}
      </Button>
    </Form>
  );
}

const fields = ["language", "country", "timezone", "deliveryTime", "deliveryFrequency"] as const;

const fieldsOf = (saved: Preferences): Preferences => ({
  language: saved.language,
  country: saved.country,
  timezone: saved.timezone,
  deliveryTime: saved.deliveryTime,
  deliveryFrequency: saved.deliveryFrequency,
});

type Option = ComponentProps<typeof Select>["options"][number];

/** Adds a saved value that is not in the list, because the field would look empty without it. */
const withSaved = (options: Option[], value: string): Option[] =>
  options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];

interface SelectFieldProps {
  control: Control<Preferences>;
  name: "deliveryFrequency" | "country" | "timezone";
  label: string;
  options: Option[];
}

function SelectField({ control, name, label, options }: SelectFieldProps) {
  const isOption = (value: string) => options.some((option) => option.value === value);
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (value) => isOption(value) || "validation.required" },
  });
  return (
    <Select
      label={label}
      value={field.value}
      options={options}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}

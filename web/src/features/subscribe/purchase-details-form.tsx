import { countries } from "@matinale/contracts/browser";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { PaymentConfiguration, PurchaseDetails } from "../../api/resources/billing-api.ts";
import { Button } from "../../components/button.tsx";
import { Field, Form } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { trimmed } from "../../lib/field-rules.ts";

/** Other countries of the European Union than those with news. */
const otherCountries = "AT BG CY CZ DK EE FI GR HR HU IE LT LU LV MT NL PL PT RO SE SI SK".split(
  " ",
);
const countryCodes = [...countries.map(({ code }) => code.toUpperCase()), ...otherCountries];

function useCountryOptions() {
  const { language } = useTexts();
  const names = new Intl.DisplayNames(language, { type: "region" });
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

interface PurchaseDetailsFormProps {
  configuration: PaymentConfiguration;
  given: PurchaseDetails;
  onSubmit: (details: PurchaseDetails) => void;
}

/** Asks what Stripe needs before the payment: the country and postcode for the tax, a promotion code. */
export default function PurchaseDetailsForm({
  configuration,
  given,
  onSubmit,
}: PurchaseDetailsFormProps) {
  const { t } = useTexts();
  const { asksAddress, asksPromotionCode } = configuration;
  const [country, setCountry] = useState(given.address?.country ?? "FR");
  const options = useCountryOptions();
  const { register, handleSubmit } = useForm({
    defaultValues: {
      postalCode: given.address?.postalCode ?? "",
      promotionCode: given.promotionCode ?? "",
    },
  });
  const submit = handleSubmit(({ postalCode, promotionCode }) =>
    onSubmit({
      ...(asksAddress ? { address: { country, ...(postalCode ? { postalCode } : {}) } } : {}),
      ...(promotionCode ? { promotionCode } : {}),
    }),
  );
  return (
    <Form noValidate onSubmit={submit}>
      {asksAddress ? (
        <>
          <Select
            label={t("subscribe.country")}
            value={country}
            options={options}
            onChange={setCountry}
          />
          <Field
            label={t("subscribe.postalCode")}
            hint={t("subscribe.addressReason")}
            autoComplete="postal-code"
            maxLength={12}
            {...register("postalCode", trimmed)}
          />
        </>
      ) : null}
      {asksPromotionCode ? (
        <Field
          label={t("subscribe.promotionCode")}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={64}
          {...register("promotionCode", trimmed)}
        />
      ) : null}
      <Button type="submit" variant="primary" block>
        {t("subscribe.toPayment")}
      </Button>
    </Form>
  );
}

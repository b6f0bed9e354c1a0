import { countries } from "@matinale/contracts/browser";
import { Check, CircleDashed } from "lucide-react";
import { loadedData, LoadFailure } from "../../components/load-failure.tsx";
import { preferencesApi } from "../../api/resources/preferences-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Badge } from "../../components/badge.tsx";
import { Breakable } from "../../components/breakable.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Fact, FactLines } from "../../components/facts.tsx";
import { Flag } from "../../components/flag.tsx";
import { Row, TitledCard } from "../../components/card.tsx";
import { TextPlaceholder } from "../../components/skeleton.tsx";
import { settingsTabs } from "../../config/paths.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { listOf } from "../../lib/format.ts";

/** The delivery settings of the next editions, read-only. */
export function DeliveryCard({ me }: { me: Me }) {
  const { t, language, nameOf } = useTexts();
  // A new plan reaches the preferences a moment after its payment.
  const current = { refetchOnMountOrArgChange: true };
  const preferencesQuery = preferencesApi.usePreferencesQuery(undefined, current);
  const hoursQuery = preferencesApi.useDeliveryHoursQuery(undefined, current);
  const queries = [preferencesQuery, hoursQuery];
  const preferences = loadedData(preferencesQuery);
  // A country that is not in the catalogue is shown by its code.
  const country = countries.find(({ code }) => code === preferences?.country);
  const hours = loadedData(hoursQuery)?.deliveryHours;
  const loading = queries.some(({ isLoading }) => isLoading);
  // In place of a value that is loading, or failed to load.
  const missing = loading ? <TextPlaceholder $width="5rem" /> : "–";
  return (
    <TitledCard
      $gap="s3"
      title={t("account.delivery")}
      aside={
        me.whatsappConnected ? (
          <Badge tone="messaging" icon={Check}>
            {t("account.connected")}
          </Badge>
        ) : (
          <Badge icon={CircleDashed}>{t("account.notConnected")}</Badge>
        )
      }
    >
      {queries.some(({ isError }) => isError) ? (
        <LoadFailure text={t("account.deliveryFailed")} queries={queries} />
      ) : null}
      <FactLines aria-busy={loading}>
        <Fact name={t("settings.country")}>
          {preferences ? (
            <Row as="span">
              <Flag country={preferences.country} />
              {country ? nameOf(country) : preferences.country}
            </Row>
          ) : (
            missing
          )}
        </Fact>
        <Fact name={t("settings.frequency")}>
          {preferences ? t(`account.frequencies.${preferences.deliveryFrequency}`) : missing}
        </Fact>
        <Fact name={t("settings.timezone")}>
          {preferences ? <Breakable>{preferences.timezone}</Breakable> : missing}
        </Fact>
        <Fact name={t("account.hours")}>{hours ? listOf(hours, language) : missing}</Fact>
        <Fact name={t("account.preferredTime")}>{preferences?.deliveryTime ?? missing}</Fact>
      </FactLines>
      <ButtonLink to={settingsTabs.preferences} block>
        {t("account.edit")}
      </ButtonLink>
    </TitledCard>
  );
}

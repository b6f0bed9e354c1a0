import { styled } from "styled-components";
import { Waiting } from "../../components/spinner.tsx";
import { PlainLink } from "../../components/prose.tsx";
import { useTranslation } from "react-i18next";
import { useHydrating } from "../../lib/hydrating.tsx";
import { textStyle, token } from "../../styles/theme.ts";
import { api, endpoint } from "../../api/api.ts";

/** The QR code that opens a conversation with us, and a link for phones, which cannot scan their own screen. */
export function WhatsappCode() {
  const { t } = useTranslation();
  const { data, error } = whatsappNumberApi.useWhatsappNumberQuery(undefined, {
    skip: useHydrating(),
  });
  if (error) return <Failed>{t("landing.how.connect.qr.failed")}</Failed>;
  if (!data) return <Waiting label={t("landing.how.connect.qr.loading")} />;
  return (
    <Frame>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(data.svg)}`}
        alt={t("landing.how.connect.qr.alt")}
        width={160}
        height={160}
      />
      <PlainLink href={data.link} target="_blank" rel="noreferrer">
        {t("landing.how.connect.qr.open")}
      </PlainLink>
    </Frame>
  );
}

const Frame = styled.div`
  display: grid;
  justify-items: center;
  font-size: ${token("fs-sm")};
  img {
    border-radius: ${token("r-control")};
  }
  a {
    display: inline-grid;
    align-items: center;
    min-height: ${token("target")};
  }
`;

const Failed = styled.p`
  max-width: 18em;
  ${textStyle("fs-sm", "text-muted")};
  text-align: center;
`;

const whatsappNumberApi = api.injectEndpoints({
  endpoints: (build) => ({
    whatsappNumber: build.query(endpoint("GET /whatsapp/number")),
  }),
});

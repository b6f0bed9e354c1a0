import { useEffect } from "react";
import { styled } from "styled-components";
import { Loaded } from "../../components/load-failure.tsx";
import { BoxPlaceholder, Skeleton, TextPlaceholder } from "../../components/skeleton.tsx";
import { PlainLink } from "../../components/prose.tsx";
import { connectionPollMs, optInLifeMs, optInRetryMs } from "../../config/constants.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { timeInSentence } from "../../lib/format.ts";
import { grid, row, textStyle, token } from "../../styles/theme.ts";
import { sessionApi } from "../../api/resources/session-api.ts";
import { settingsApi, type OptIn } from "./settings-api.ts";

const size = 168;
/** A phone cannot scan its own screen, so the link comes first there. */
const onPhones = "@media (pointer: coarse), (max-width: 30rem)";

/**
 * Connects a number without typing: the phone that scans the QR code sends us a message.
 *
 * @param props.isConnected  a number was typed, and only its START is missing
 */
export function OptInCode({ isConnected = false }: { isConnected?: boolean }) {
  const { t } = useTexts();
  const query = useFreshOptIn();
  // The message is sent by the phone, so this page polls for the connection.
  sessionApi.useConfirmedQuery("whatsappConnected", {
    pollingInterval: connectionPollMs,
    skip: isConnected,
  });
  return (
    <Loaded query={query} failed={t("settings.whatsapp.qr.failed")} waiting={<CodeSkeleton />}>
      {(optIn) => <Code optIn={optIn} />}
    </Loaded>
  );
}

/**
 * Loads the next code when this one expires. The delay has limits, because the clock of a browser may be wrong; it is
 * measured by that clock, because timers stand still while a computer sleeps.
 */
function useFreshOptIn() {
  const query = settingsApi.useOptInQuery();
  const { data, fulfilledTimeStamp, refetch } = query;
  useEffect(() => {
    if (!data) return undefined;
    const loadedAt = fulfilledTimeStamp ?? Date.now();
    const left = Date.parse(data.expiresAt) - loadedAt;
    const due = loadedAt + Math.min(Math.max(left, optInRetryMs), optInLifeMs);
    const timer = setInterval(() => {
      if (Date.now() < due) return;
      clearInterval(timer);
      refetch();
    }, connectionPollMs);
    return () => clearInterval(timer);
  }, [data, fulfilledTimeStamp, refetch]);
  return query;
}

function CodeSkeleton() {
  const { t } = useTexts();
  return (
    <Skeleton label={t("settings.whatsapp.qr.loading")}>
      <Frame>
        <BoxPlaceholder $width={`${size}px`} $height={`${size}px`} />
        <div>
          <p>{t("settings.whatsapp.qr.scan")}</p>
          <p>
            <TextPlaceholder $width="10rem" />
          </p>
          <Open as="p">
            <TextPlaceholder $width="8rem" />
          </Open>
          <small>
            <TextPlaceholder $width="6rem" />
          </small>
        </div>
      </Frame>
    </Skeleton>
  );
}

function Code({ optIn: { link, svg, code, expiresAt } }: { optIn: OptIn }) {
  const { t, language } = useTexts();
  const message = `START-${code}`;
  return (
    <Frame>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={t("settings.whatsapp.qr.alt", { message })}
        width={size}
        height={size}
      />
      <div>
        <p>{t("settings.whatsapp.qr.scan")}</p>
        <p>
          {t("settings.whatsapp.qr.message")} <code>{message}</code>
        </p>
        <Open href={link} target="_blank" rel="noreferrer">
          {t("settings.whatsapp.qr.open")}
        </Open>
        <small>
          {t("settings.whatsapp.qr.until", { time: timeInSentence(new Date(expiresAt), language) })}
        </small>
      </div>
    </Frame>
  );
}

const Frame = styled.div`
  ${row("s4")};
  flex-wrap: wrap;
  img {
    flex: none;
    border-radius: ${token("r-control")};
  }
  > div {
    ${grid("s2")};
    flex: 1 1 12rem;
    justify-items: start;
    min-width: 0;
  }
  code {
    font-family: ${token("font-mono")};
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  small {
    ${textStyle("fs-sm", "text-muted")};
  }
  ${onPhones} {
    flex-flow: column;
    align-items: stretch;
    > div {
      display: contents;
    }
    > :not(div) {
      align-self: center;
    }
  }
`;

const Open = styled(PlainLink)`
  display: inline-flex;
  align-items: center;
  ${onPhones} {
    order: -1;
    justify-content: center;
    min-height: ${token("target")};
    padding: 0.5rem 0.25rem;
    border: 1px solid ${token("control")};
    border-radius: ${token("r-control")};
    ${textStyle("fs-sm", "text")};
    font-weight: 600;
    text-align: center;
    text-decoration: none;
  }
`;

import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Wave } from "../../components/wave.tsx";
import {
  below,
  bubble,
  circle,
  grid,
  row,
  textStyle,
  token,
  up,
  wrapped,
} from "../../styles/theme.ts";
import { SamplePlayButton, useSamplePlayer } from "./sample-player.tsx";

/** A drawing of the messages in the chat; the times are decoration. */
export function SampleThread() {
  const { t } = useTranslation();
  return (
    <Root aria-label={t("landing.preview.label")}>
      <Sender aria-hidden>
        <svg viewBox="0 0 32 32">
          <use href="/mark.svg#mark" />
        </svg>
      </Sender>
      <Brief aria-hidden>
        <p>
          <b>{t("landing.preview.header")}</b>
          <br />
          {t("landing.preview.length")}
        </p>
        <p>
          <b>{t("landing.preview.headline")}</b>
        </p>
        <Details>
          {t("landing.preview.line")}
          <br />
          <i>{t("landing.preview.outlets")}</i>
        </Details>
        <small>08:30</small>
      </Brief>
      <VoiceNote>
        <Voice>
          <SamplePlayButton />
          <Waveform />
        </Voice>
        <Meta aria-hidden>
          <span>1:32</span>
          <span>
            08:30
            <svg viewBox="0 0 17 12">
              <path d="m1.5 6.5 3 3 6-7m-3.5 7 .5.5 7-8" />
            </svg>
          </span>
        </Meta>
      </VoiceNote>
    </Root>
  );
}

/** A component of its own, because it renders again with every position. */
function Waveform() {
  const { recording, positionMs } = useSamplePlayer();
  return <Wave peaks={recording.peaks} heard={positionMs / recording.durationMs} />;
}

const Root = styled.figure`
  position: relative;
  ${grid("s3")};
  align-content: start;
  min-width: 0;
  ${below("md")} {
    order: -1;
    gap: ${token("s2")};
  }
  ${up("lg")} {
    padding-inline-start: calc(${token("s7")} + 52px);
  }
`;

const Sender = styled.span`
  --accent: ${token("ink-accent")};
  position: absolute;
  inset: 0 auto auto ${token("s7")};
  display: none;
  place-items: center;
  ${circle("40px")};
  background: ${token("ink")};
  color: ${token("on-ink")};
  box-shadow: inset 0 0 0 1px ${token("ink-edge")};
  svg {
    width: 62%;
    height: 62%;
  }
  ${up("lg")} {
    display: grid;
  }
`;

const Brief = styled.div`
  width: fit-content;
  max-width: 100%;
  padding: 0.875rem 1.25rem;
  ${bubble("surface", "border")};
  box-shadow: ${token("shadow-1")};
  p + p {
    margin-top: 0.625rem;
  }
  small {
    display: block;
    margin-top: 0.25rem;
    ${textStyle("fs-xs", "text-subtle")};
    text-align: end;
  }
  ${below("md")} {
    padding-block: 0.625rem;
    p + p {
      margin-top: 0.25rem;
    }
    small {
      display: none;
    }
  }
`;

const Details = styled.p`
  && {
    margin-top: 0;
  }
  color: ${token("text-muted")};
  ${below("md")} {
    display: none;
  }
`;

const VoiceNote = styled.div`
  --disc: 60px;
  --disc-ground: ${token("ink-accent")};
  --disc-ink: ${token("on-ink-accent")};
  --disc-ring: ${token("on-ink")};
  --wave: ${token("ink-wave")};
  --wave-heard: ${token("ink-accent")};
  --wave-height: 56px;
  padding: 1.125rem 1.25rem 0.75rem;
  ${bubble("ink", "ink-edge")};
  box-shadow: ${token("shadow-2")};
  ${up("md")} {
    --disc: 76px;
    --wave-height: 72px;
    padding: 1.375rem 1.75rem 1rem 1.5rem;
  }
`;

const Voice = styled.div`
  ${row("s4")};
  > svg {
    flex: 1;
    width: 0;
  }
`;

const Meta = styled.p`
  ${wrapped(`0 ${token("s2")}`)}
  justify-content: space-between;
  margin-top: 0.125rem;
  padding-inline-start: calc(var(--disc) + ${token("s4")});
  ${textStyle("fs-sm", "on-ink-muted")};
  span {
    display: inline-flex;
    gap: 0.375rem;
    align-items: center;
  }
  svg {
    width: 18px;
    height: 12px;
    fill: none;
    stroke: ${token("ink-accent")};
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;

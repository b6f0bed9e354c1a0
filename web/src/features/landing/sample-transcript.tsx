import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { loadTexts } from "../../i18n/i18n.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { up } from "../../styles/media.ts";
import { minutes } from "../../lib/minutes.ts";
import { token } from "../../styles/token.ts";
import { useSamplePlayer, type Recording } from "./sample-player.tsx";
import { spokenLine } from "./spoken-line.ts";

const lines = ["opening", "economy", "technology", "sports", "closing"] as const;

/** The text of the recording in its own language; a click on a sentence seeks to it. */
export function SampleTranscript() {
  const { t, i18n } = useTranslation();
  const pageLanguage = useLanguage();
  const { language, recording, positionMs, seek } = useSamplePlayer();
  const [, setLoaded] = useState(0);
  const isLoaded = i18n.exists("landing.sample.lines.opening", { lng: language });
  useEffect(() => {
    if (isLoaded) return;
    loadTexts(i18n, ["landing"], language).then(
      () => setLoaded((count) => count + 1),
      // The transcript stays in the language of the page.
      () => undefined,
    );
  }, [i18n, language, isLoaded]);
  const shown = isLoaded ? language : pageLanguage;
  const tShown = i18n.getFixedT(shown);
  return (
    <Script aria-label={t("landing.sample.transcript")} lang={shown}>
      {lines.map((line, index) => {
        const heard = heardOf(recording, index, positionMs);
        const [before, now, after] = spokenLine(tShown(`landing.sample.lines.${line}`), heard);
        const start = recording.starts[index] ?? 0;
        return (
          <li key={line} data-state={heard <= 0 ? "ahead" : heard < 1 ? "now" : "heard"}>
            <button type="button" onClick={() => seek(start)}>
              <span>{minutes(start)}</span>
              <span>
                {before}
                {now ? <mark>{now}</mark> : null}
                {after}
              </span>
            </button>
          </li>
        );
      })}
    </Script>
  );
}

/** 0 before a sentence, 1 after it. */
function heardOf({ starts, durationMs }: Recording, index: number, positionMs: number): number {
  const start = starts[index] ?? 0;
  const end = starts[index + 1] ?? durationMs;
  return Math.min(1, Math.max(0, (positionMs - start) / (end - start)));
}

const Script = styled.ol`
  display: grid;
  gap: ${token("s3")};
  margin-top: ${token("s5")};
  color: ${token("text-subtle")};
  font-family: ${token("font-reading")};
  font-size: clamp(1.25rem, 1.1rem + 0.6vw, 1.5rem);
  letter-spacing: -0.006em;
  line-height: 1.36;
  button {
    display: grid;
    grid-template-columns: 3rem 1fr;
    gap: ${token("s3")};
    width: 100%;
    padding: 0.125rem 0;
    @media (pointer: coarse) {
      min-height: ${token("target")};
    }
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;
    ${up("lg")} {
      grid-template-columns: 4rem 1fr;
    }
    > span:first-child {
      padding-top: 0.7em;
      color: ${token("text-subtle")};
      font: 500 ${token("fs-xs")} / 1 ${token("font-ui")};
    }
  }
  [data-state="heard"],
  [data-state="now"] {
    color: ${token("text")};
  }
  [data-state="now"] span:first-child {
    color: ${token("accent-text")};
    font-weight: 700;
  }
  mark {
    background: none;
    box-shadow: inset 0 -0.14em ${token("accent")};
    color: inherit;
  }
`;

import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { minutes } from "../../lib/format.ts";
import { bareButton, grid, token, up } from "../../styles/theme.ts";
import { useSamplePlayer, type Recording } from "./sample-player.tsx";
import { spokenLine } from "./spoken-line.ts";

/** The text of the recording in its own language; a click on a line seeks to it. */
export function SampleTranscript() {
  const { t } = useTranslation();
  const { language, recording, lines, positionMs, seek } = useSamplePlayer();
  return (
    <Script aria-label={t("landing.sample.transcript")} lang={language}>
      {lines.map((line, index) => {
        const heard = heardOf(recording, index, positionMs);
        const [before, now, after] = spokenLine(line, heard);
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

/** 0 before a line, 1 after it. */
function heardOf({ starts, durationMs }: Recording, index: number, positionMs: number): number {
  const start = starts[index] ?? 0;
  const end = starts[index + 1] ?? durationMs;
  return Math.min(1, Math.max(0, (positionMs - start) / (end - start)));
}

const Script = styled.ol`
  ${grid("s3")};
  margin-top: ${token("s5")};
  color: ${token("text-subtle")};
  font-family: ${token("font-reading")};
  font-size: clamp(1.125rem, 1rem + 0.6vw, 1.375rem);
  letter-spacing: -0.006em;
  line-height: 1.36;
  button {
    /* In large type on a phone, the time is above its line. */
    display: flex;
    flex-wrap: wrap;
    column-gap: ${token("s3")};
    width: 100%;
    padding: 0.125rem 0;
    @media (pointer: coarse) {
      min-height: ${token("target")};
    }
    ${bareButton};
    color: inherit;
    text-align: start;
    > span {
      flex: 1 1 9rem;
    }
    > span:first-child {
      flex: none;
      width: 3rem;
      ${up("lg")} {
        width: 4rem;
      }
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

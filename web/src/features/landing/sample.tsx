import { languages, voices } from "@matinale/contracts/browser";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Small } from "../../components/page.tsx";
import { WaveSlider } from "../../components/wave.tsx";
import { minutes } from "../../lib/format.ts";
import { columns, row, textStyle, token } from "../../styles/theme.ts";
import { SamplePlayButton, useSamplePlayer } from "./sample-player.tsx";
import { SampleTranscript } from "./sample-transcript.tsx";
import { Section, SectionTitle } from "./section.tsx";

export function Sample() {
  const { t } = useTranslation();
  const { language, setLanguage, voice, setVoice, failed } = useSamplePlayer();
  return (
    <Section id="sample" aria-labelledby="sample-title" $sunken>
      <Grid>
        <div>
          <SectionTitle id="sample-title">{t("landing.sample.title")}</SectionTitle>
          <Intro>{t("landing.sample.intro")}</Intro>
          <Segments
            legend={t("landing.sample.language")}
            value={language}
            options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
            onChange={setLanguage}
          />
          <Segments
            legend={t("landing.sample.voice")}
            value={voice}
            options={voices.map((value) => ({ value, label: t(`landing.sample.${value}`) }))}
            onChange={setVoice}
          />
          <Note>{t("landing.sample.synthetic")}</Note>
        </div>
        <div>
          <Player />
          {failed ? <p role="alert">{t("landing.sample.failed")}</p> : null}
          <SampleTranscript />
        </div>
      </Grid>
    </Section>
  );
}

function Player() {
  const { t } = useTranslation();
  const { recording, positionMs, seek } = useSamplePlayer();
  const [position, duration] = [minutes(positionMs), minutes(recording.durationMs)];
  return (
    <Bar>
      <SamplePlayButton />
      <Body>
        <WaveSlider
          peaks={recording.peaks}
          positionMs={positionMs}
          durationMs={recording.durationMs}
          label={t("landing.sample.position")}
          valueText={t("landing.sample.of", { position, duration })}
          onSeek={seek}
        />
        <Times aria-hidden>
          <span>{position}</span>
          <span>{duration}</span>
        </Times>
      </Body>
    </Bar>
  );
}

interface SegmentsProps<Value extends string> {
  legend: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, value, options, onChange } = props;
  const name = useId();
  return (
    <Group>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} data-state={option.value === value ? "on" : "off"}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </Group>
  );
}

const Grid = styled.div`
  ${columns("s7", "minmax(0, 4fr) minmax(0, 7fr)", "lg", "s9")}
`;

const Intro = styled.p`
  max-width: 26em;
  margin-top: ${token("s4")};
  ${textStyle("fs-md", "text-muted")};
`;

const Note = styled(Small)`
  margin-top: ${token("s5")};
`;

const Group = styled.fieldset`
  margin-top: ${token("s5")};
  legend {
    margin-bottom: 0.375rem;
    font-size: ${token("fs-sm")};
    font-weight: 600;
  }
  > div {
    display: inline-flex;
    /* In large type on a phone, the choices are below each other. */
    flex-wrap: wrap;
    border: 1px solid ${token("control")};
    border-radius: ${token("r-control")};
    background: ${token("surface")};
    overflow: hidden;
  }
  label {
    position: relative;
    display: grid;
    flex: auto;
    place-items: center;
    min-height: ${token("target")};
    /* The edges of the first ones are behind the frame. */
    margin: -1px 0 0 -1px;
    padding: 0.25rem 1rem;
    border: solid ${token("control")};
    border-width: 1px 0 0 1px;
    ${textStyle("fs-sm", "text-muted")};
    font-weight: 600;
    cursor: pointer;
  }
  label[data-state="on"] {
    background: ${token("brand-soft")};
    color: ${token("on-brand-soft")};
    box-shadow: inset 0 -3px ${token("brand")};
  }
  label:has(:focus-visible) {
    outline: 2px solid ${token("brand")};
    outline-offset: -4px;
  }
  input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
`;

const Bar = styled.div`
  ${row("s4")};
  padding-bottom: ${token("s5")};
  border-bottom: 1px solid ${token("rule")};
`;

const Body = styled.div`
  flex: 1;
  min-width: 0;
`;

const Times = styled.div`
  display: flex;
  justify-content: space-between;
  margin-top: 0.25rem;
  ${textStyle("fs-xs", "text-muted")};
`;

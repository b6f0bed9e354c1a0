import { AudioLines, Info, Tag } from "lucide-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Badge } from "../../components/badge.tsx";
import { Row } from "../../components/card.tsx";
import { bubble, grid, row, textStyle, token } from "../../styles/theme.ts";
import type { Preview } from "./settings-api.ts";
import { Fragment } from "react";
import { PlainLink } from "../../components/prose.tsx";
import { PlayButton } from "../../components/play-button.tsx";
import { WaveSlider } from "../../components/wave.tsx";
import { minutes } from "../../lib/format.ts";
import { usePlayback } from "../../lib/use-playback.ts";
import { estimatedPeaks } from "./estimated-peaks.ts";
import { Remark } from "../../components/page.tsx";

export function PreviewPanel({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const note = noteOf(preview, t);
  const voice = preview.voiceGender === "male" ? "male" : "female";
  return (
    <Root aria-label={t("settings.try.preview")}>
      <Row>
        <Badge tone="sound" icon={AudioLines}>
          {t(`account.voices.${voice}`)}
        </Badge>
        {preview.categories?.map((category) => (
          <Badge key={category} tone="brand" icon={Tag}>
            {category}
          </Badge>
        ))}
      </Row>
      {preview.audioUrl ? (
        // The key creates a new player for another sound.
        <PreviewPlayer
          key={preview.audioUrl}
          url={preview.audioUrl}
          lengthMs={preview.durationMs ?? 0}
          text={preview.content}
        />
      ) : null}
      <PreviewText content={preview.content} />
      {note ? (
        <Remark>
          <Info />
          {note}
        </Remark>
      ) : null}
    </Root>
  );
}

/** What is simulated, or why there is no sound. */
function noteOf({ audioUrl, simulationMode, simulationNote, message }: Preview, t: TFunction) {
  if (audioUrl && simulationNote) return simulationNote;
  if (simulationMode) return t("settings.try.simulated");
  return audioUrl ? undefined : message;
}

const Root = styled.section`
  ${grid("s3")};
  padding: ${token("s4")};
  border-radius: ${token("r-card")};
  background: ${token("chat")};
`;

/** The unchanged text of the edition, with bold titles and links to the sources. */
function PreviewText({ content }: { content: string }) {
  const { t } = useTranslation();
  return (
    // A scrollable box must be reachable by keyboard.
    <Box tabIndex={0} aria-label={t("settings.try.text")}>
      {linesOf(content).map(({ line, isTitle, index }) => (
        <Fragment key={index}>
          {isTitle ? <b>{line}</b> : <WithLinks line={line} />}
          {"\n"}
        </Fragment>
      ))}
    </Box>
  );
}

/** The first line, names of categories and numbered headlines are titles. */
const linesOf = (content: string) =>
  content.split("\n").map((line, index) => ({
    line,
    isTitle: index === 0 || /^\d+\. /.test(line) || (line !== "" && line === line.toUpperCase()),
    index,
  }));

function WithLinks({ line }: { line: string }) {
  return line.split(/(https?:\/\/\S+)/).map((piece, index) =>
    index % 2 === 1 ? (
      <PlainLink key={piece} href={piece} target="_blank" rel="noreferrer">
        {piece}
      </PlainLink>
    ) : (
      piece
    ),
  );
}

const Box = styled.section`
  max-height: 20rem;
  padding: ${token("s3")} ${token("s4")};
  overflow-y: auto;
  ${bubble("bubble", "border")};
  font-size: 0.9375rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

interface PreviewPlayerProps {
  url: string;
  /** Duration that the API gives, shown before the audio is loaded; 0 when unknown. */
  lengthMs: number;
  text: string;
}

/** The voice note of a preview, as WhatsApp shows it. */
function PreviewPlayer({ url, lengthMs, text }: PreviewPlayerProps) {
  const { t } = useTranslation();
  const { state, attach, toggle, seek } = usePlayback();
  const { playing, failed, positionMs } = state;
  const durationMs = state.durationMs || lengthMs;
  const [position, duration] = [minutes(positionMs), minutes(durationMs)];

  return (
    <>
      <VoiceNote>
        <PlayButton
          playing={playing}
          label={t(playing ? "settings.try.pause" : "settings.try.listen")}
          onClick={toggle}
        />
        <WaveSlider
          peaks={estimatedPeaks(text)}
          positionMs={positionMs}
          durationMs={durationMs}
          label={t("settings.try.position")}
          valueText={t("settings.try.of", { position, duration })}
          onSeek={seek}
        />
        <Time aria-hidden>{playing || positionMs > 0 ? position : duration}</Time>
        {/* Browsers lay out only an audio element with controls, and tools that list the players of a
            page find it. Audio needs a transcript (WCAG 1.2.1), which is below; captions are for
            video. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text below is the transcript */}
        <audio ref={attach} controls preload="metadata" tabIndex={-1} aria-hidden>
          <source src={url} type="audio/mpeg" />
        </audio>
      </VoiceNote>
      {failed ? <p role="alert">{t("settings.try.soundFailed")}</p> : null}
    </>
  );
}

const VoiceNote = styled.div`
  --disc: ${token("target")};
  --wave-height: 36px;
  position: relative;
  ${row("s3")};
  padding: ${token("s3")} ${token("s4")} ${token("s3")} ${token("s3")};
  ${bubble("bubble", "border")};
  audio {
    position: absolute;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
  }
`;

const Time = styled.span`
  min-width: 2.25rem;
  ${textStyle("fs-xs", "text-muted")};
  text-align: end;
`;

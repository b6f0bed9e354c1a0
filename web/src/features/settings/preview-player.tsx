import { useRef, useState, type SyntheticEvent } from "react";
import { styled } from "styled-components";
import { PlayDisc } from "../../components/play-disc.tsx";
import { WaveSlider } from "../../components/wave-slider.tsx";
import { useTranslation } from "react-i18next";
import { minutes } from "../../lib/minutes.ts";
import { token } from "../../styles/token.ts";
import { estimatedPeaks } from "./estimated-peaks.ts";

interface PreviewPlayerProps {
  url: string;
  /** Duration that the API gives, shown before the audio is loaded; 0 when unknown. */
  lengthMs: number;
  /** Text of the voice note. */
  text: string;
}

/** The voice note of a preview, as WhatsApp shows it. */
export function PreviewPlayer({ url, lengthMs, text }: PreviewPlayerProps) {
  const { t } = useTranslation();
  const sound = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [{ positionMs, durationMs }, setTimes] = useState({ positionMs: 0, durationMs: lengthMs });
  const [position, duration] = [minutes(positionMs), minutes(durationMs)];

  const toggle = () => {
    const element = sound.current;
    if (element?.paused) void element.play().catch(() => undefined);
    else element?.pause();
  };
  const follow = ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
    const { currentTime, duration: seconds } = currentTarget;
    const known = Number.isFinite(seconds) ? seconds * 1000 : lengthMs;
    setTimes({ positionMs: currentTime * 1000, durationMs: known });
  };
  const seek = (ms: number) => {
    if (sound.current) sound.current.currentTime = ms / 1000;
    setTimes((before) => ({ ...before, positionMs: ms }));
  };

  return (
    <>
      <Root>
        <PlayDisc
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
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <audio
          ref={sound}
          controls
          preload="metadata"
          tabIndex={-1}
          aria-hidden
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setPlaying(false)}
          onTimeUpdate={follow}
          onLoadedMetadata={follow}
          onError={() => setFailed(true)}
        >
          <source src={url} type="audio/mpeg" onError={() => setFailed(true)} />
        </audio>
      </Root>
      {failed ? <p role="alert">{t("settings.try.soundFailed")}</p> : null}
    </>
  );
}

const Root = styled.div`
  --disc: ${token("target")};
  --wave-height: 36px;
  position: relative;
  display: flex;
  gap: ${token("s3")};
  align-items: center;
  padding: ${token("s3")} ${token("s4")} ${token("s3")} ${token("s3")};
  border: 1px solid ${token("border")};
  border-radius: ${token("r-bubble")};
  border-start-start-radius: 4px;
  background: ${token("bubble")};
  audio {
    position: absolute;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
  }
`;

const Time = styled.span`
  min-width: 2.25rem;
  color: ${token("text-muted")};
  font-size: ${token("fs-xs")};
  text-align: end;
`;

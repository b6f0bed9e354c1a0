import { useRef, useState, type SyntheticEvent } from "react";
import { styled } from "styled-components";
import { PlayDisc } from "../../components/play-disc.tsx";
import { Wave } from "../../components/wave.tsx";
import { useTranslation } from "../../i18n/translation.tsx";
import { minutes } from "../../lib/minutes.ts";
import { token } from "../../styles/token.ts";
import { drawnPeaks } from "./drawn-peaks.ts";

interface PreviewPlayerProps {
  url: string;
  /** What is said in it. */
  text: string;
}

/** The voice note of a preview, as it will look in the conversation. */
export function PreviewPlayer({ url, text }: PreviewPlayerProps) {
  const { t } = useTranslation();
  const sound = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [{ positionMs, durationMs }, setTimes] = useState({ positionMs: 0, durationMs: 0 });
  const [position, duration] = [minutes(positionMs), minutes(durationMs)];

  const toggle = () => {
    const element = sound.current;
    if (element?.paused) void element.play().catch(() => undefined);
    else element?.pause();
  };
  const follow = ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
    const { currentTime, duration: seconds } = currentTarget;
    const known = Number.isFinite(seconds) ? seconds * 1000 : 0;
    setTimes({ positionMs: currentTime * 1000, durationMs: known });
  };
  const seek = (ms: number) => {
    if (sound.current) sound.current.currentTime = ms / 1000;
    setTimes((before) => ({ ...before, positionMs: ms }));
  };

  return (
    <Root>
      <PlayDisc
        playing={playing}
        label={t(playing ? "settings.try.pause" : "settings.try.listen")}
        onClick={toggle}
      />
      <Track>
        <Wave peaks={drawnPeaks(text)} heard={durationMs > 0 ? positionMs / durationMs : 0} />
        <input
          type="range"
          min={0}
          max={Math.max(durationMs, 1)}
          step={1000}
          value={positionMs}
          aria-label={t("settings.try.position")}
          aria-valuetext={t("settings.try.of", { position, duration })}
          onChange={({ target }) => seek(target.valueAsNumber)}
        />
      </Track>
      <Time aria-hidden>{playing || positionMs > 0 ? position : duration}</Time>
      {/* The same words stand below, as text. Browsers give a box only to one with controls, and
          whatever looks for the players of a page finds those. */}
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
      >
        <source src={url} type="audio/mpeg" />
      </audio>
    </Root>
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

const Track = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:focus-visible) {
    outline: 2px solid ${token("brand")};
    outline-offset: 4px;
    border-radius: ${token("r-control")};
  }
`;

const Time = styled.span`
  min-width: 2.25rem;
  color: ${token("text-muted")};
  font-size: ${token("fs-xs")};
  text-align: end;
`;

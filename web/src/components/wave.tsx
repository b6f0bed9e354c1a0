import { styled } from "styled-components";
import { token } from "../styles/theme.ts";

const pitch = 6;

interface WaveProps {
  /** Loudness of equal slices, 0 to 100. */
  peaks: readonly number[];
  /** The part that was played, 0 to 1; it is coloured. */
  heard: number;
}

/** A waveform of bars. The drawing scales, so that bars and gaps fit every width. */
export function Wave({ peaks, heard }: WaveProps) {
  const path = pathOf(peaks);
  const ahead = 100 - heard * 100;
  return (
    <Drawing viewBox={`0 0 ${peaks.length * pitch} 40`} preserveAspectRatio="none" aria-hidden>
      <path className="rest" d={path} />
      {heard > 0 ? (
        <path className="done" d={path} style={{ clipPath: `inset(-4px ${ahead}% -4px -4px)` }} />
      ) : null}
    </Drawing>
  );
}

const pathOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = 1.5 + peak * 0.17;
      const x = (index + 0.5) * pitch;
      return `M${x} ${(20 - half).toFixed(1)}V${(20 + half).toFixed(1)}`;
    })
    .join("");

const Drawing = styled.svg`
  width: 100%;
  height: var(--wave-height, 56px);
  overflow: visible;
  path {
    fill: none;
    stroke-width: 3px;
    stroke-linecap: round;
  }
  .rest {
    stroke: var(--wave, ${token("wave-rest")});
  }
  .done {
    stroke: var(--wave-heard, ${token("accent")});
  }
`;

interface WaveSliderProps extends Pick<WaveProps, "peaks"> {
  positionMs: number;
  /** 0 while it is unknown. */
  durationMs: number;
  label: string;
  valueText: string;
  onSeek: (ms: number) => void;
}

/** A waveform with the playing position; an invisible range input above it seeks. */
export function WaveSlider(props: WaveSliderProps) {
  const { peaks, positionMs, durationMs, label, valueText, onSeek } = props;
  return (
    <Track>
      <Wave peaks={peaks} heard={durationMs > 0 ? positionMs / durationMs : 0} />
      <input
        type="range"
        min={0}
        max={Math.max(durationMs, 1)}
        step={1000}
        value={positionMs}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={({ target }) => onSeek(target.valueAsNumber)}
      />
    </Track>
  );
}

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

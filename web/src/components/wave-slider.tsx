import { styled } from "styled-components";
import { token } from "../styles/theme.ts";
import { Wave } from "./wave.tsx";

interface WaveSliderProps {
  /** Loudness of equal slices, 0 to 100. */
  peaks: readonly number[];
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

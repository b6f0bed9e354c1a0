import { styled } from "styled-components";
import { token } from "../../styles/token.ts";
import { useSamplePlayer, type Recording } from "./sample-player.tsx";

const pitch = 6;

/** The recording's own loudness; what has been heard is coloured. */
export function SampleWave() {
  const { recording, positionMs } = useSamplePlayer();
  const path = pathOf(recording);
  const ahead = 100 - (positionMs / recording.durationMs) * 100;
  return (
    <Drawing
      viewBox={`0 0 ${recording.peaks.length * pitch} 40`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className="rest" d={path} />
      <path className="done" d={path} style={{ clipPath: `inset(-4px ${ahead}% -4px -4px)` }} />
    </Drawing>
  );
}

const pathOf = ({ peaks }: Recording): string =>
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
    stroke-width: 2.5px;
    stroke-linecap: round;
    vector-effect: non-scaling-stroke;
  }
  .rest {
    stroke: var(--wave, ${token("wave-rest")});
  }
  .done {
    stroke: var(--wave-heard, ${token("accent")});
  }
`;

import { styled } from "styled-components";
import { token } from "../../styles/token.ts";

const height = 200;
const lineCount = 13;
const fallCount = 9;
const barCount = 42;

/** Lines that stand up and become a waveform: lines are text, bars are sound. */
export function VoiceDrawing() {
  return (
    <Drawing viewBox={`0 0 720 ${height}`} aria-hidden>
      <path className="text" d={lines()} />
      {Array.from({ length: fallCount }, (_, step) => (
        <path
          key={step}
          d={falling(step)}
          style={{
            stroke: `color-mix(in oklab, var(--accent) ${(step + 1) * 10}%, var(--wave-rest))`,
          }}
        />
      ))}
      <path className="sound" d={bars()} />
    </Drawing>
  );
}

const wave = (at: number): number => 0.55 + 0.45 * Math.sin(at * 12.9898) * Math.sin(at * 0.7);

const lines = (): string =>
  Array.from({ length: lineCount }, (_, line) => {
    const y = 14 + line * 14.4;
    const end = line % 5 === 4 ? 110 : 190 - 18 * Math.abs(Math.sin(line * 2.3));
    return `M4 ${y}H${end.toFixed(0)}`;
  }).join("");

/** A line that turns from lying to standing. */
function falling(step: number): string {
  const turn = ((step + 1) / (fallCount + 1)) * (Math.PI / 2);
  const x = 214 + step * 14;
  const half = 46 * (0.5 + 0.5 * wave(step + 2));
  const dx = Math.cos(turn) * half * 0.6;
  const dy = Math.sin(turn) * half + 4;
  const y = height / 2 + (1 - turn / (Math.PI / 2)) * 40;
  return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
}

const bars = (): string =>
  Array.from({ length: barCount }, (_, bar) => {
    const x = 346 + bar * 8.8;
    const envelope = Math.sin(((bar + 4) / (barCount + 6)) * Math.PI);
    const half = 4 + 84 * envelope * (0.35 + 0.65 * Math.abs(wave(bar + 1)));
    return `M${x.toFixed(1)} ${(height / 2 - half).toFixed(1)}V${(height / 2 + half).toFixed(1)}`;
  }).join("");

const Drawing = styled.svg`
  width: 100%;
  height: auto;
  path {
    fill: none;
    stroke-width: 4;
    stroke-linecap: round;
  }
  .text {
    stroke: ${token("wave-rest")};
  }
  .sound {
    stroke: ${token("accent")};
  }
`;

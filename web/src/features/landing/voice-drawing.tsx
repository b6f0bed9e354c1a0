import { styled } from "styled-components";
import { token } from "../../styles/theme.ts";

const middle = 124.5;
const pitch = 9.05;
const fallCount = 11;

/** X coordinate of the end of each line of text; the last line of a paragraph is short. */
const lineEnds = [196, 214, 218, 209, 95, 196, 208, 216, 207, 209, 130, 196, 209, 214, 217, 219];
const loudness = [
  32, 40, 58, 37, 61, 16, 58, 56, 56, 57, 44, 43, 62, 16, 81, 79, 18, 55, 34, 50, 55, 18, 37, 32,
  42, 33, 28, 23, 24, 22, 22, 36, 27, 48, 38,
];

/** Lines of text that rotate into the bars of a waveform. */
export function VoiceDrawing() {
  return (
    <Drawing viewBox="-2 16 684 218" aria-hidden>
      <path className="text" d={lines()} />
      {Array.from({ length: fallCount }, (_, step) => (
        <path
          key={step}
          d={rising(step)}
          style={{
            stroke: `color-mix(in oklab, var(--accent) ${step * 9}%, var(--wave-rest))`,
          }}
        />
      ))}
      <path className="sound" d={bars()} />
    </Drawing>
  );
}

const lines = (): string =>
  lineEnds
    .map((end, line) => {
      const startsParagraph = line > 0 && (lineEnds[line - 1] ?? 0) < 150;
      return `M${startsParagraph ? 20 : 0} ${27 + line * 13}H${end}`;
    })
    .join("");

/** One step of the rotation from a horizontal line to a vertical bar; the line grows with each step. */
function rising(step: number): string {
  const way = (step / (fallCount - 1)) ** 0.8;
  const turn = (3 * way ** 2 - 2 * way ** 3) * (Math.PI / 2);
  const half = 38.6 + 2.4 * step;
  const x = 270 + pitch * step;
  const [dx, dy] = [Math.cos(turn) * half, Math.sin(turn) * half];
  return `M${(x - dx).toFixed(1)} ${(middle + dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(middle - dy).toFixed(1)}`;
}

const bars = (): string =>
  loudness
    .map((half, bar) => `M${(369.6 + bar * pitch).toFixed(1)} ${middle - half}v${2 * half}`)
    .join("");

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

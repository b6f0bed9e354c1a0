import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackets, type EncodedClip, voiceNote } from "@matinale/voice-note";
import { median } from "../harness/figures.ts";

/** The packets of a story of `seconds`, with the size of speech at 20 kbit/s. */
function clipOf(seconds: number): EncodedClip {
  const packets = Array.from({ length: seconds * 50 }, (_, index) =>
    new Uint8Array(40 + ((index * 7) % 21)).map((__, at) => (index * at) & 255),
  );
  // configuration 9, one frame of 20 ms a packet, mono (RFC 6716, 3.1)
  for (const packet of packets) packet[0] = 9 << 3;
  return { opus: packPackets(packets), mp3: new Uint8Array(), durationMs: seconds * 1_000 };
}

const rounds = 60;
const clipSeconds = 20;
const clips = Array.from({ length: 6 }, () => ({ opus: clipOf(clipSeconds).opus, chapter: 0 }));

function timed(times: number, work: () => void): number[] {
  return Array.from({ length: times }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
}

/** Milliseconds (median): six clips of twenty seconds joined by us, and by ffmpeg's copy if ffmpeg is installed. */
export function joinTimes(): { ours: number; ffmpeg: number | null } {
  const ours = median(timed(rounds, () => void voiceNote(clips)).slice(rounds / 3));
  const folder = mkdtempSync(join(tmpdir(), "matinale-join-"));
  try {
    const names = clips.map((clip, index) => {
      const [part] = voiceNote([clip]);
      const name = join(folder, `${index}.ogg`);
      writeFileSync(name, part?.bytes ?? "");
      return `file '${name}'`;
    });
    const list = join(folder, "list.txt");
    writeFileSync(list, names.join("\n"));
    const output = join(folder, "out.ogg");
    const from = ["-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", list];
    const copy = () => spawnSync("ffmpeg", [...from, "-c", "copy", output]);
    if (copy().status !== 0) return { ours, ffmpeg: null };
    return { ours, ffmpeg: median(timed(7, () => void copy())) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

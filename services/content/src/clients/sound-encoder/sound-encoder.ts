import { extname } from "node:path";
import type { EncodedClip } from "@matinale/voice-note";
import type { EncodingTask } from "@matinale/voice-note/encode";
import type { SoundEncoder } from "../../domain/speech.ts";
import { workProcesses } from "../work-processes/work-processes.ts";

/** Milliseconds for a clip. Half a minute of speech takes a second. */
const deadline = 45_000;
const idleMs = 10_000;

/** Encodes clips in work processes. @param maxProcesses  clips at the same time */
export function createSoundEncoder(
  maxProcesses: number,
): SoundEncoder & { close(): Promise<void> } {
  const work = new URL(`encode-clip${extname(import.meta.filename)}`, import.meta.url);
  const processes = workProcesses<EncodingTask, EncodedClip>(work, {
    maxProcesses,
    deadline,
    idleMs,
  });
  return {
    encode: (wav, lead) => processes.run({ wav, lead }),
    close: processes.close,
  };
}

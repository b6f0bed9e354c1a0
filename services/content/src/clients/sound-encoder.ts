import { Piscina } from "piscina";
import type { EncodingTask } from "./encode-clip.ts";
import type { EncodedClip, SoundEncoder } from "../domain/sound/encoded.ts";

/** Longest a clip may take to encode, its wait for a thread included; half a minute of speech takes a second. */
const deadline = 45_000;
/** A thread holds 50 MB: it ends when the spike that wanted it is over. Milliseconds. */
const idleMs = 10_000;

/** Encodes in worker threads of its own. */
export function createSoundEncoder(threads: number): SoundEncoder & { close(): Promise<void> } {
  const pool = new Piscina<EncodingTask, EncodedClip>({
    filename: new URL("encode-clip.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  });
  return {
    encode: (wav, lead) => pool.run({ wav, lead }, { signal: AbortSignal.timeout(deadline) }),
    close: () => pool.close(),
  };
}

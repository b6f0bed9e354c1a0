import { Piscina } from "piscina";
import type { EncodingTask } from "./encode-clip.ts";
import type { EncodedClip, SoundEncoder } from "../domain/sound/encoded.ts";

/** Longest a clip may take to encode; minutes of speech take seconds. Milliseconds. */
const deadline = 20_000;

/** Encodes in worker threads of its own. */
export function createSoundEncoder(threads: number): SoundEncoder & { close(): Promise<void> } {
  const pool = new Piscina<EncodingTask, EncodedClip>({
    filename: new URL("encode-clip.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 600_000,
  });
  return {
    encode: (wav, lead) => pool.run({ wav, lead }, { signal: AbortSignal.timeout(deadline) }),
    close: () => pool.close(),
  };
}

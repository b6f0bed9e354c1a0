import { Piscina } from "piscina";
import type { EncodedClip, SoundEncoder } from "../domain/sound/encoded.ts";

/** Longest a clip may take to encode; minutes of speech take seconds. Milliseconds. */
const deadline = 20_000;

/** Encodes in worker threads of its own. */
export function createSoundEncoder(threads: number): SoundEncoder & { close(): Promise<void> } {
  const pool = new Piscina<Uint8Array, EncodedClip>({
    filename: new URL("encode-clip.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 600_000,
  });
  return {
    encode: (wav) => pool.run(wav, { signal: AbortSignal.timeout(deadline) }),
    close: () => pool.close(),
  };
}

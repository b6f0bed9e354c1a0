import { Tinypool } from "tinypool";

export interface EspeakVoice {
  name: string;
  pitch: number;
  range: number;
  pace: number;
}

/** The usual sample rate of both providers, in Hz. */
export const sampleRate = 24_000;

export interface Speaking {
  text: string;
  voice: EspeakVoice;
}

const dayMs = 24 * 60 * 60_000;

export type SpeechEngine = ReturnType<typeof createSpeechEngine>;

/**
 * The offline speech engine. espeak-ng blocks its thread for hundreds of milliseconds, so it runs in a worker thread,
 * which starts with the first call. One call at a time, because the engine's settings are shared.
 */
export function createSpeechEngine() {
  const pool = new Tinypool({
    filename: new URL("./engine-worker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: dayMs,
  });
  return {
    /** @throws Error  when the engine fails or is closed */
    async speak(speaking: Speaking): Promise<Buffer> {
      const file: Uint8Array<ArrayBuffer> = await pool.run(speaking);
      return Buffer.from(file);
    },
    close: (): Promise<void> => pool.destroy(),
  };
}

import { Worker } from "node:worker_threads";
import type { Utterance } from "./ssml.ts";

/** Settings of espeak-ng for a voice. */
export interface EspeakVoice {
  name: string;
  pitch: number;
  range: number;
  pace: number;
}

export interface Speaking {
  utterances: Utterance[];
  voice: EspeakVoice;
  /** 1 is the normal rate of the voice. */
  rate: number;
  /** Semitones. */
  pitch: number;
  encoding: "wav" | "ogg";
  sampleRate: number;
}

export type SpeechFile = { file: Uint8Array<ArrayBuffer> };

interface Pending {
  resolve: (file: Buffer) => void;
  reject: (error: Error) => void;
}

/** The offline speech engine. Its worker thread starts with the first call. */
export class SpeechEngine {
  #worker: Worker | undefined;
  #pending = new Map<number, Pending>();
  #lastId = 0;

  /** @throws Error  when the engine fails or is closed */
  speak(speaking: Speaking): Promise<Buffer> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    this.#worker.postMessage({ id, ...speaking }, []);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./engine-worker.ts", import.meta.url));
    worker.on(
      "message",
      ({ id, ...response }: { id: number } & (SpeechFile | { error: string })) => {
        const pending = this.#pending.get(id);
        this.#pending.delete(id);
        if ("file" in response) pending?.resolve(Buffer.from(response.file));
        else pending?.reject(new Error(response.error));
      },
    );
    // The next call starts a new thread.
    const gone = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const pending of this.#pending.values()) pending.reject(error);
      this.#pending.clear();
    };
    worker.on("error", gone);
    worker.on("exit", () => gone(new Error("The speech engine stopped.")));
    return worker;
  }
}

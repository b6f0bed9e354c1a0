declare module "@echogarden/espeak-ng-emscripten" {
  interface EspeakWorker {
    /** Words a minute, 80 to 450. */
    set_rate(rate: number): void;
    /** 0 to 99, 50 is the voice's own. */
    set_pitch(pitch: number): void;
    set_range(range: number): void;
    /** @returns 0 when the voice exists */
    set_voice(name: string): number;
    get_samplerate(): number;
    /** Calls back with pieces of 16-bit mono sound; a callback that returns true stops. */
    synthesize(text: string, onSound: (sound: Int16Array | null) => boolean): void;
  }

  const load: () => Promise<{ eSpeakNGWorker: new () => EspeakWorker }>;
  export default load;
}

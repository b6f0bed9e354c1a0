declare module "@echogarden/espeak-ng-emscripten" {
  interface EspeakWorker {
    /** Words a minute, 80 to 450. */
    set_rate(rate: number): void;
    /** 0 to 99; 50 is the normal pitch of the voice. */
    set_pitch(pitch: number): void;
    set_range(range: number): void;
    /** @returns 0 when the voice exists */
    set_voice(name: string): number;
    get_samplerate(): number;
    /** Calls back with chunks of 16-bit mono audio. A callback that returns true stops the synthesis. */
    synthesize(text: string, onSound: (sound: Int16Array | null) => boolean): void;
  }

  const load: () => Promise<{ eSpeakNGWorker: new () => EspeakWorker }>;
  export default load;
}

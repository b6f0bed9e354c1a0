/** The WebAssembly build of libopus that `@evan/opus` carries; the package types its native build only. */
declare module "@evan/opus/wasm/index.mjs" {
  export class Encoder {
    constructor(options: {
      channels: 1 | 2;
      sample_rate: number;
      application: "voip" | "audio" | "restricted_lowdelay";
    });
    /** @param request  an OPUS_SET_… request of opus_defines.h */
    ctl(request: number, value: number): number;
    /** One frame of 16-bit samples into one packet. */
    encode(pcm: Int16Array): Uint8Array;
    /** Frees its memory. */
    drop(): void;
  }

  export class Decoder {
    constructor(options: { channels: 1 | 2; sample_rate: 24000 | 48000 });
    /** @param request  an OPUS_SET_… request of opus_defines.h */
    ctl(request: number, value: number): number;
    /** 16-bit samples of one packet, little-endian. */
    decode(packet: Uint8Array): Uint8Array;
    /** Frees its memory. */
    drop(): void;
  }
}

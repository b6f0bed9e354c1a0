import { clipRate, mp3Bitrate } from "../clip.ts";

const samplesOfFrame = 576;

export const silentMp3Ms = (samplesOfFrame * 1000) / clipRate;

/** MPEG-2 layer III, 64 kbit/s, 24 kHz, mono, as LAME writes it for the clips. */
const header = [0xff, 0xf3, 0x84, 0xc4];

/** An MP3 frame without sound: its header, and side information that says that it holds no data. */
export const silentMp3Frame = Uint8Array.from(
  { length: (silentMp3Ms * mp3Bitrate) / 8 },
  (_, at) => header[at] ?? 0,
);

export { packPackets, unpackPackets } from "../files/packets.ts";
export { loudness } from "../level/loudness.ts";
export { truePeaks } from "../level/true-peak.ts";
export { decoded, heardRate } from "./listener.ts";
export { oggPages } from "./ogg-pages.ts";
export { spokenWav } from "./spoken-wav.ts";

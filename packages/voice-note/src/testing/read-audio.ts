import { BufferSource, EncodedPacketSink, Input, MP3, OGG } from "mediabunny";

/** What an independent library reads in an Ogg or MP3 file. */
export async function readAudio(file: Uint8Array) {
  const input = new Input({ source: new BufferSource(new Uint8Array(file)), formats: [MP3, OGG] });
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw new Error("a file without sound");
  const packets: Buffer[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push(Buffer.from(packet.data));
  }
  return {
    codec: await track.getCodec(),
    sampleRate: await track.getSampleRate(),
    seconds: await track.computeDuration(),
    packets,
  };
}

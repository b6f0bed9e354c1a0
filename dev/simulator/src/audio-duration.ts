import { ALL_FORMATS, BufferSource, Input, OGG } from "mediabunny";

/**
 * @returns milliseconds, rounded
 * @throws Error  when the file is not audio of this MIME type
 */
export async function durationMs(file: Buffer, mime: string): Promise<number> {
  const isOgg = mime.startsWith("audio/ogg");
  const source = new BufferSource(file);
  const input = new Input({ source, formats: isOgg ? [OGG] : ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track || (isOgg && track.codec !== "opus")) throw new Error(`The file is not ${mime}.`);
  return Math.round((await track.computeDuration()) * 1000);
}

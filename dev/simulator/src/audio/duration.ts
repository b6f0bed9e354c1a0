import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { oggOpusDurationMs } from "./ogg.ts";

/** @throws Error  when the file does not match its MIME type */
export async function durationMs(file: Buffer, mime: string): Promise<number> {
  if (mime.startsWith("audio/ogg")) return oggOpusDurationMs(file);
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
  return Math.round((await input.computeDuration()) * 1000);
}

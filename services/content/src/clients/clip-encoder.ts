import type { EncodedClip } from "@matinale/voice-note";
import type { ClipEncoder } from "../domain/speech.ts";
import { workProcesses } from "./work-processes.ts";

/** Half a minute of speech takes a second. */
const deadlineMs = 45_000;
const idleMs = 10_000;

/** Encodes clips in work processes. @param maxProcesses  clips at the same time */
export function createClipEncoder(maxProcesses: number): ClipEncoder & { close(): Promise<void> } {
  const { run, close } = workProcesses<Uint8Array, EncodedClip>(
    import.meta.resolve("@matinale/voice-note/encode"),
    { name: "encodeClip", maxProcesses, deadlineMs, idleMs },
  );
  return { encode: run, close };
}

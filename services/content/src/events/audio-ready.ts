import { record, type OutboxEntry } from "@matinale/bus";
import { withContext } from "@matinale/kit";
import type { DigestAnswer } from "../store/compositions.ts";
import type { DigestRequest } from "../store/digest-requests.ts";

/** The event `audio.ready`: the answer to one request, in the trace of the event that requested it. */
export function audioReady(request: DigestRequest, answer: DigestAnswer): OutboxEntry {
  const { _id: digestId, userId, correlationId, causationId, traceparent } = request;
  const trace = traceparent === undefined ? {} : { traceparent };
  const audio = answer.audio.map((part) => ({ ...part, sha256: part.mediaKey }));
  return withContext({ correlationId, causationId, ...trace }, () =>
    record("audio.ready", { ...answer, digestId, userId, audio }),
  );
}

import { randomUUID } from "node:crypto";
import { withContext } from "@matinale/kit";
import type { Received } from "./received.ts";
import type { TopicName } from "@matinale/contracts";

type Source = Pick<Received<TopicName>, "id" | "correlationId" | "traceparent">;

/** Runs in the context of an event: what it logs and publishes has the ids of this event. */
export const inContextOf = <T>({ id, correlationId, traceparent }: Source, run: () => T): T =>
  withContext(
    {
      correlationId: correlationId || randomUUID(),
      causationId: id,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    run,
  );

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Ids of a traceparent (W3C Trace Context, 3.2), or undefined when it is not one. */
export function traceIdsOf(
  traceparent: string | undefined,
): { traceId: string; spanId: string } | undefined {
  const [, traceId, spanId] = form.exec(traceparent ?? "") ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

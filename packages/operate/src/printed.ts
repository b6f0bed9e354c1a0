import { headerOf } from "@matinale/bus";
import type { DeadLetter } from "./dead-letters.ts";
import type { Moment } from "./timeline.ts";

/** One line for the list, the id first since the other tools ask for it. Reasons may quote a record, and only dlq-show tells them whole. */
export function letterLine({ id, at, group, attempts, reason, settled }: DeadLetter): string {
  const said = reason.replaceAll(/\s+/gu, " ").slice(0, 80);
  return `${id}  ${at.toISOString()}  ${group}  tried ${attempts}×  ${settled ? "settled  " : ""}${said}`;
}

/** Everything but the body, which is said by its size: it may be anything. */
export function letterInFull({
  id,
  at,
  group,
  attempts,
  reason,
  settled,
  record,
}: DeadLetter): string {
  const headers = Object.keys(record.headers ?? {})
    .filter((name) => !name.startsWith("dlq-"))
    .map((name) => `  ${name}: ${headerOf(record.headers, name)}`);
  return [
    id,
    `at        ${at.toISOString()}`,
    `group     ${group}`,
    `attempts  ${attempts}`,
    `reason    ${reason}`,
    `settled   ${settled ? "yes" : "no"}`,
    `key       ${record.key?.toString() ?? ""}`,
    `body      ${record.value?.length ?? 0} bytes`,
    "headers",
    ...headers,
  ].join("\n");
}

/** A line a moment; the correlation id finds it in the logs. */
export const momentLines = (moments: readonly Moment[]): string[] =>
  moments.map(
    ({ at, topic, correlationId, event }) =>
      `${at.toISOString()}  ${topic.padEnd(20)}  ${correlationId}  ${event === null ? "erased, or unreadable" : JSON.stringify(event)}`,
  );

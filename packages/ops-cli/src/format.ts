import { headerOf } from "@matinale/bus";
import type { DeadLetter } from "./dead-letters.ts";
import type { TimelineEntry } from "./timeline.ts";

/** One line of the list. The id comes first because dlq-show and dlq-redrive need it. The reason is cut: dlq-show prints all of it. */
export function deadLetterLine({ id, at, group, attempts, reason, resolved }: DeadLetter): string {
  const start = reason.replaceAll(/\s+/gu, " ").slice(0, 80);
  return `${id}  ${at.toISOString()}  ${group}  tried ${attempts}×  ${resolved ? "resolved  " : ""}${start}`;
}

/** All of a dead letter except its body, of which only the size is printed: the body may hold anything. */
export function deadLetterDetails(letter: DeadLetter): string {
  const { id, at, group, attempts, reason, resolved, record } = letter;
  const headers = Object.keys(record.headers ?? {})
    .filter((name) => !name.startsWith("dlq-"))
    .map((name) => `  ${name}: ${headerOf(record.headers, name)}`);
  return [
    id,
    `at        ${at.toISOString()}`,
    `group     ${group}`,
    `attempts  ${attempts}`,
    `reason    ${reason}`,
    `resolved  ${resolved ? "yes" : "no"}`,
    `key       ${record.key?.toString() ?? ""}`,
    `body      ${record.value?.length ?? 0} bytes`,
    "headers",
    ...headers,
  ].join("\n");
}

/** One line for each event. The correlation id finds it in the logs. */
export const timelineLines = (entries: readonly TimelineEntry[]): string[] =>
  entries.map(
    ({ at, topic, correlationId, event }) =>
      `${at.toISOString()}  ${topic.padEnd(20)}  ${correlationId}  ${event === null ? "erased, or undecodable" : JSON.stringify(event)}`,
  );

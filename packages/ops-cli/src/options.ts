import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { consumerOfGroup } from "@matinale/bus";
import { topicNames, type ServiceName, type TopicName } from "@matinale/contracts";
import { z } from "zod";

/** A missing or wrong option; the message says what to type. */
export class UsageError extends Error {}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

/** The options of each command. A command refuses all others: an ignored one could widen what it does. */
const optionsOf = {
  doctor: {},
  "dlq-list": { topic: text, all: flag },
  "dlq-show": { id: text },
  "dlq-redrive": { id: text, topic: text, all: flag },
  replay: { group: text, from: text },
  timeline: { user: text },
  erased: { from: text },
  lag: { wait: flag },
};
export type CommandName = keyof typeof optionsOf;

const string = z.string();
const boolean = z.boolean();
const values = z
  .object({ topic: string, id: string, group: string, from: string, user: string })
  .extend({ all: boolean, wait: boolean })
  .partial();
export type Options = z.infer<typeof values>;

/** Reads a command line: the command first. @throws UsageError  for an unknown command or option */
export function parseCommand([name, ...args]: readonly string[]): {
  command: CommandName;
  options: Options;
} {
  const commands = Object.keys(optionsOf) as CommandName[];
  const command = commands.find((each) => each === name);
  if (command === undefined) throw new UsageError(`say which command: ${commands.join(", ")}`);
  const options: ParseArgsOptionsConfig = optionsOf[command];
  try {
    return { command, options: values.parse(parseArgs({ args, options }).values) };
  } catch (error) {
    const known = Object.keys(options).map((each) => `--${each}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}; ${command} takes ${known.join(", ") || "no options"}`);
  }
}

/**
 * Whether a redrive publishes a dead letter. Options narrow: with an id and a topic, both must be those of the letter.
 *
 * @throws UsageError  without an option, and for `all` with another one
 */
export function chosenBy({ id, topic, all }: Options): (letter: DeadLetterName) => boolean {
  const name = topicNamed(topic);
  if (all && (id || name)) throw new UsageError("all=yes goes with no id and no topic");
  if (!all && !id && !name)
    throw new UsageError("say which: id=… from dlq-list, topic=… or all=yes");
  return (letter) => (!id || letter.id === id) && (name === undefined || letter.topic === name);
}
type DeadLetterName = { readonly id: string; readonly topic: TopicName };

export function topicNamed(name: string | undefined): TopicName | undefined {
  if (name === undefined || name === "") return undefined;
  const known = topicNames.find((each) => each === name);
  if (known === undefined)
    throw new UsageError(`no topic ${name}; the topics are ${topicNames.join(", ")}`);
  return known;
}

/** Service and topic of a consumer group. */
export function groupNamed(name: string | undefined): { service: ServiceName; topic: TopicName } {
  if (name === undefined || name === "")
    throw new UsageError("say which consumer: group=delivery.user.changed from=beginning");
  const group = consumerOfGroup(name);
  if (group === undefined)
    throw new UsageError(
      `no group ${name}; a group is <service>.<topic>, as delivery.user.changed`,
    );
  return group;
}

const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Reads an ISO 8601 instant with its offset, or a date, which begins at midnight UTC. @returns null for "beginning" */
export function instantFrom(text: string | undefined): Date | null {
  if (text === undefined || text === "")
    throw new UsageError("say from when: from=2026-03-01T08:00:00Z, or from=beginning");
  if (text === "beginning") return null;
  if (!instant.safeParse(text).success)
    throw new UsageError(
      `${text} is not an instant; write 2026-03-01T08:00:00Z, or 2026-03-01 for midnight UTC`,
    );
  return new Date(text);
}

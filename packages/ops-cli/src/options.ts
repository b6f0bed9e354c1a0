import { parseArgs } from "node:util";
import { consumerOfGroup } from "@matinale/bus";
import { topicNames, type ServiceName, type TopicName } from "@matinale/contracts";
import { z } from "zod";

/** A missing or wrong option; the message says what to type. */
export class UsageError extends Error {}

const optionTypes = {
  topic: { type: "string" },
  id: { type: "string" },
  all: { type: "boolean" },
  group: { type: "string" },
  from: { type: "string" },
  user: { type: "string" },
  wait: { type: "boolean" },
} as const;
type OptionName = keyof typeof optionTypes;
type Flag = "all" | "wait";
export type Options = Partial<Record<Exclude<OptionName, Flag>, string> & Record<Flag, boolean>>;

/** The options of each command. A command refuses all others: an ignored one could widen what it does. */
const optionsOf = {
  doctor: [],
  "dlq-list": ["topic", "all"],
  "dlq-show": ["id"],
  "dlq-redrive": ["id", "topic", "all"],
  replay: ["group", "from"],
  timeline: ["user"],
  erased: ["from"],
  lag: ["wait"],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>;
export type CommandName = keyof typeof optionsOf;

/** Reads a command line. @throws UsageError  for an unknown command or option, and for more than one command */
export function parseCommand(args: readonly string[]): { command: CommandName; options: Options } {
  const { positionals, values } = parsed(args);
  const [name = "", ...others] = positionals;
  const commands = Object.keys(optionsOf) as CommandName[];
  const command = commands.find((each) => each === name);
  if (command === undefined) throw new UsageError(`say which command: ${commands.join(", ")}`);
  const allowed: readonly string[] = optionsOf[command];
  const refused = [
    ...others,
    ...Object.keys(values).flatMap((each) => (allowed.includes(each) ? [] : [`--${each}`])),
  ];
  if (refused.length > 0) {
    const known = allowed.map((each) => `--${each}`).join(", ") || "no options";
    throw new UsageError(`${command} does not take ${refused.join(", ")}; it takes ${known}`);
  }
  return { command, options: values };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: optionTypes });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
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

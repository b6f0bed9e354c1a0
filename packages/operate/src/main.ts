// node packages/operate/src/main.ts doctor | dlq-list | dlq-show | dlq-redrive | replay | timeline | erased
// In a pod it reads the pod's own variables; under make, those of the running stack.
import { parseArgs } from "node:util";
import { kafkaClient } from "@matinale/bus";
import { topicNames, type TopicName } from "@matinale/contracts";
import { createLogger, kafkaEnv, loadConfig } from "@matinale/kit";
import type { Kafka } from "kafkajs";
import { z } from "zod";
import { deadLetters, type DeadLetter } from "./dead-letters.ts";
import { examine } from "./doctor.ts";
import { erased } from "./erased.ts";
import { letterInFull, letterLine, momentLines } from "./printed.ts";
import { redrive } from "./redrive.ts";
import { CannotReplay, replay } from "./replay.ts";
import { timeline } from "./timeline.ts";

class Misused extends Error {}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    topic: { type: "string" },
    id: { type: "string" },
    all: { type: "boolean", default: false },
    group: { type: "string" },
    from: { type: "string" },
    user: { type: "string" },
  },
});
const logger = createLogger({ service: "operate", level: "fatal" });
const config = z.object(kafkaEnv);

function cluster(): { kafka: Kafka; prefix: string } {
  const found = loadConfig(config);
  return { kafka: kafkaClient(found, { service: "operate", logger }), prefix: found.KAFKA_PREFIX };
}

function topicNamed(name: string | undefined): TopicName | undefined {
  if (name === undefined || name === "") return undefined;
  const known = topicNames.find((each) => each === name);
  if (known === undefined)
    throw new Misused(`no topic ${name}; there are ${topicNames.join(", ")}`);
  return known;
}

async function letters(): Promise<DeadLetter[]> {
  const topic = topicNamed(values.topic);
  const { kafka, prefix } = cluster();
  return deadLetters(kafka, { prefix, ...(topic === undefined ? {} : { topics: [topic] }) });
}

async function chosen(): Promise<DeadLetter[]> {
  const open = (await letters()).filter(({ settled }) => !settled);
  if (values.all || values.topic) return open;
  if (!values.id) throw new Misused("say which: id=… as dlq-list shows it, topic=… or all=yes");
  const found = open.filter(({ id }) => id === values.id);
  if (found.length === 0) throw new Misused(`no open dead letter ${values.id}`);
  return found;
}

function instant(text: string | undefined): Date | null {
  if (text === undefined || text === "")
    throw new Misused("say from when: from=2026-03-01T08:00:00Z, or from=beginning");
  if (text === "beginning") return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new Misused(`${text} is not an instant; write 2026-03-01T08:00:00Z`);
  return at;
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  doctor: async () => {
    const { KAFKA_BROKERS } = process.env;
    const findings = await examine(process.env, KAFKA_BROKERS ? cluster().kafka : null);
    const marks = { well: "✓", "not set": "·", ill: "✗" } as const;
    for (const { what, state, says } of findings) {
      say(`${marks[state]} ${what.padEnd(14)} ${state === "not set" ? `not set: ${says}` : says}`);
    }
    if (findings.some(({ state }) => state === "ill")) process.exitCode = 1;
  },
  "dlq-list": async () => {
    const all = await letters();
    const open = all.filter(({ settled }) => !settled);
    for (const letter of values.all ? all : open) say(letterLine(letter));
    say(`${open.length} open, ${all.length - open.length} settled`);
  },
  "dlq-show": async () => {
    if (!values.id) throw new Misused("say which: id=… as dlq-list shows it");
    const letter = (await letters()).find(({ id }) => id === values.id);
    if (letter === undefined) throw new Misused(`no dead letter ${values.id}`);
    say(letterInFull(letter));
  },
  "dlq-redrive": async () => {
    const picked = await chosen();
    const { kafka, prefix } = cluster();
    for (const { id, outcome } of await redrive(kafka, prefix, picked)) say(`${id}  ${outcome}`);
    say(`${picked.length} settled`);
  },
  replay: async () => {
    const topic = topicNamed(values.topic);
    if (!values.group || topic === undefined) {
      throw new Misused("say what: group=delivery.project-user topic=user.changed from=beginning");
    }
    const from = instant(values.from);
    const { kafka, prefix } = cluster();
    const count = await replay(kafka, { prefix, group: values.group, topic, from });
    say(`${values.group} will read ${count} record(s) again`);
  },
  timeline: async () => {
    if (!values.user) throw new Misused("say whose: user=<user id>");
    const { kafka, prefix } = cluster();
    const moments = await timeline(kafka, prefix, values.user);
    for (const line of momentLines(moments)) say(line);
    if (moments.length === 0) say("nothing is known of this id");
  },
  erased: async () => {
    const { kafka, prefix } = cluster();
    for (const id of await erased(kafka, prefix, instant(values.from))) say(id);
  },
};

const [name = ""] = positionals;
try {
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (run === undefined) throw new Misused(`say what to do: ${Object.keys(commands).join(", ")}`);
  await run();
} catch (error) {
  if (!(error instanceof Misused || error instanceof CannotReplay)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

// node packages/ops-cli/src/main.ts doctor | dlq-list | dlq-show | dlq-redrive | replay | timeline | erased
// Uses the variables of the place where it runs: a pod's own; under make, those of the running stack.
import { parseArgs } from "node:util";
import { kafkaClient } from "@matinale/bus";
import { connectMongo, createLogger, kafkaEnv, loadConfig, mongoEnv } from "@matinale/kit";
import type { Kafka } from "kafkajs";
import { z } from "zod";
import { deadLetters, type DeadLetter } from "./dead-letters.ts";
import { digestLines, digestsOf } from "./digests.ts";
import { diagnose } from "./doctor.ts";
import { erased } from "./erased.ts";
import { deadLetterDetails, deadLetterLine, timelineLines } from "./format.ts";
import { groupNamed, instantFrom, topicNamed, UsageError } from "./options.ts";
import { redrive } from "./redrive.ts";
import { CannotReplay, replay } from "./replay.ts";
import { timeline } from "./timeline.ts";

const print = (line: string): void => {
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
const logger = createLogger({ service: "ops-cli", level: "fatal" });
const config = z.object(kafkaEnv);

function cluster(): { kafka: Kafka; prefix: string } {
  const env = loadConfig(config);
  return { kafka: kafkaClient(env, { service: "ops-cli", logger }), prefix: env.KAFKA_PREFIX };
}

async function allDeadLetters(): Promise<DeadLetter[]> {
  const topic = topicNamed(values.topic);
  const { kafka, prefix } = cluster();
  return deadLetters(kafka, { prefix, ...(topic === undefined ? {} : { topics: [topic] }) });
}

async function chosenDeadLetters(): Promise<DeadLetter[]> {
  const open = (await allDeadLetters()).filter(({ resolved }) => !resolved);
  if (values.all || values.topic) return open;
  if (!values.id) throw new UsageError("say which: id=… from dlq-list, topic=… or all=yes");
  const found = open.filter(({ id }) => id === values.id);
  if (found.length === 0) throw new UsageError(`no open dead letter ${values.id}`);
  return found;
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  doctor: async () => {
    const { KAFKA_BROKERS } = process.env;
    const findings = await diagnose(process.env, KAFKA_BROKERS ? cluster().kafka : null);
    const marks = { ok: "✓", warning: "!", "not set": "·", failed: "✗" } as const;
    for (const { name, state, message } of findings) {
      const text = state === "not set" ? `not set: ${message}` : message;
      print(`${marks[state]} ${name.padEnd(14)} ${text}`);
    }
    if (findings.some(({ state }) => state === "failed")) process.exitCode = 1;
  },
  "dlq-list": async () => {
    const all = await allDeadLetters();
    const open = all.filter(({ resolved }) => !resolved);
    for (const letter of values.all ? all : open) print(deadLetterLine(letter));
    print(`${open.length} open, ${all.length - open.length} resolved`);
  },
  "dlq-show": async () => {
    if (!values.id) throw new UsageError("say which: id=… from dlq-list");
    const letter = (await allDeadLetters()).find(({ id }) => id === values.id);
    if (letter === undefined) throw new UsageError(`no dead letter ${values.id}`);
    print(deadLetterDetails(letter));
  },
  "dlq-redrive": async () => {
    const chosen = await chosenDeadLetters();
    const { kafka, prefix } = cluster();
    for (const { id, outcome } of await redrive(kafka, prefix, chosen)) print(`${id}  ${outcome}`);
    print(`${chosen.length} resolved`);
  },
  replay: async () => {
    const { service, topic } = groupNamed(values.group, values.topic);
    const from = instantFrom(values.from);
    const { kafka, prefix } = cluster();
    const count = await replay(kafka, { prefix, service, topic, from });
    print(`${values.group} will read ${count} record(s) again`);
  },
  timeline: async () => {
    if (!values.user) throw new UsageError("say which subscriber: user=<user id>");
    const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
    const digests = await digestsOf(mongo, values.user, 50).finally(() => mongo.close());
    for (const line of digestLines(digests)) print(line);
    print(`${digests.length} digests and notices (the last 50, in a pod of delivery); events:`);
    const { kafka, prefix } = cluster();
    const entries = await timeline(kafka, prefix, values.user);
    for (const line of timelineLines(entries)) print(line);
    if (entries.length === 0) print("no events have this user id");
  },
  erased: async () => {
    const { kafka, prefix } = cluster();
    for (const id of await erased(kafka, prefix, instantFrom(values.from))) print(id);
  },
};

const [name = ""] = positionals;
try {
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (run === undefined)
    throw new UsageError(`say which command: ${Object.keys(commands).join(", ")}`);
  await run();
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CannotReplay)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

// node packages/ops-cli/src/main.ts doctor | dlq-list | dlq-show | dlq-redrive | replay | timeline | erased | lag
// Uses the variables of the place where it runs: a pod's own; under make, those of the running stack.
import { kafkaClient } from "@matinale/bus";
import { createLogger, kafkaEnv, loadConfig, mongoEnv } from "@matinale/kit";
import { connectMongo } from "@matinale/kit/mongo";
import type { Kafka } from "kafkajs";
import { z } from "zod";
import { deadLetters, type DeadLetter } from "./dead-letters.ts";
import { digestLines, digestsOf } from "./digests.ts";
import { diagnose } from "./doctor.ts";
import { erased } from "./erased.ts";
import { deadLetterDetails, deadLetterLine, timelineLines } from "./format.ts";
import { consumersBehind, untilRead, type Behind } from "./lag.ts";
import {
  chosenBy,
  groupNamed,
  instantFrom,
  parseCommand,
  topicNamed,
  UsageError,
  type CommandName,
  type Options,
} from "./options.ts";
import { redrive } from "./redrive.ts";
import { CannotReplay, replay } from "./replay.ts";
import { timeline } from "./timeline.ts";
import { unusableStore } from "./unusable-store.ts";

// a reader that ends first, such as `dlq-list | head`
process.stdout.on("error", () => undefined);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const logger = createLogger({ service: "ops-cli", level: "fatal" });
const config = z.object(kafkaEnv);

function cluster(): { kafka: Kafka; prefix: string } {
  const env = loadConfig(config);
  return { kafka: kafkaClient(env, { service: "ops-cli", logger }), prefix: env.KAFKA_PREFIX };
}

/** When a store cannot be used: says so, sets the exit code 1 and returns. @param missing  what is not printed then */
async function attempt(work: () => Promise<void>, missing = ""): Promise<void> {
  try {
    await work();
  } catch (error) {
    const advice = unusableStore(error);
    if (advice === null) throw error;
    process.stderr.write(`${missing}${advice}\n`);
    process.exitCode = 1;
  }
}

async function deadLettersOf(topic?: string): Promise<DeadLetter[]> {
  const name = topicNamed(topic);
  const { kafka, prefix } = cluster();
  return deadLetters(kafka, { prefix, ...(name === undefined ? {} : { topics: [name] }) });
}

const commands: Readonly<Record<CommandName, (options: Options) => Promise<void>>> = {
  doctor: async () => {
    const findings = await diagnose(process.env, () => cluster().kafka);
    const marks = { ok: "✓", warning: "!", "not set": "·", failed: "✗" } as const;
    for (const { name, state, message } of findings) {
      const text = state === "not set" ? `not set: ${message}` : message;
      print(`${marks[state]} ${name.padEnd(14)} ${text}`);
    }
    if (findings.some(({ state }) => state === "failed")) process.exitCode = 1;
  },
  "dlq-list": async (options) => {
    const all = await deadLettersOf(options.topic);
    const open = all.filter(({ resolved }) => !resolved);
    for (const letter of options.all ? all : open) print(deadLetterLine(letter));
    print(`${open.length} open, ${all.length - open.length} resolved`);
  },
  "dlq-show": async ({ id: wanted }) => {
    if (!wanted) throw new UsageError("say which: id=… from dlq-list");
    const letter = (await deadLettersOf()).find(({ id }) => id === wanted);
    if (letter === undefined) throw new UsageError(`no dead letter ${wanted}`);
    print(deadLetterDetails(letter));
  },
  "dlq-redrive": async (options) => {
    const isChosen = chosenBy(options);
    const open = (await deadLettersOf(options.topic)).filter(({ resolved }) => !resolved);
    const chosen = open.filter(isChosen);
    if (options.id && chosen.length === 0)
      throw new UsageError(`no open dead letter ${options.id}`);
    const { kafka, prefix } = cluster();
    for (const { id, outcome } of await redrive(kafka, prefix, chosen)) print(`${id}  ${outcome}`);
    print(`${chosen.length} resolved`);
  },
  replay: async (options) => {
    const { service, topic } = groupNamed(options.group);
    const from = instantFrom(options.from);
    const { kafka, prefix } = cluster();
    const count = await replay(kafka, { prefix, service, topic, from });
    print(`${options.group} will read ${count} record(s) again`);
  },
  timeline: async ({ user }) => {
    if (!user)
      throw new UsageError("say which subscriber: user=<id>, or under make email=<address>");
    await attempt(async () => {
      const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
      const digests = await digestsOf(mongo, user, 50).finally(() => mongo.close());
      for (const line of digestLines(digests)) print(line);
      print(`${digests.length} digests and notices (the last 50, in a pod of delivery)`);
    }, "The digests are missing: ");
    await attempt(async () => {
      const { kafka, prefix } = cluster();
      const entries = await timeline(kafka, prefix, user);
      print(`${entries.length} events${entries.length === 0 ? " have this user id" : ":"}`);
      for (const line of timelineLines(entries)) print(line);
    }, "The events are missing: ");
  },
  erased: async (options) => {
    const from = instantFrom(options.from);
    const { kafka, prefix } = cluster();
    for (const id of await erased(kafka, prefix, from)) print(id);
  },
  lag: async ({ wait }) => {
    const { kafka, prefix } = cluster();
    const list = (behind: Behind) => {
      for (const [group, records] of behind) print(`${group}: ${records} records wait`);
    };
    const behind = await consumersBehind(kafka, prefix);
    list(behind);
    if (wait) await untilRead(kafka, prefix, list);
    if (wait || behind.size === 0) print("all consumers have read everything");
  },
};

try {
  const { command, options } = parseCommand(process.argv.slice(2));
  await attempt(() => commands[command](options));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CannotReplay)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

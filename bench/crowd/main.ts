import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { numberOf, smoke } from "../harness/arguments.ts";
import { audience, distinctOrders } from "../harness/audience.ts";
import { expect, median, print } from "../harness/figures.ts";
import { prepareServices } from "../harness/services.ts";
import { connect, historyOf, signUp, type Person } from "./people.ts";

/**
 * Readers with different choices sign up, and their editions are due in one minute. The whole product runs: the six
 * services, all but the gateway as two processes each, and the simulator's phones. Every process is killed once
 * around that minute and restarts two seconds later. `--readers 30` sets their number; default 300, or 10 with
 * `--smoke`.
 */
const readers = numberOf("--readers", smoke ? 10 : 300);
const atOnce = smoke ? 4 : 8;
const minute = 60_000;
/** Time for all sign-ups: one password hash and several HTTP calls for each reader. */
const signUpMs = 20_000 + readers * 700;
/** Time between two kills. Half of the processes are killed before the due instant, the others after it. */
const killEveryMs = smoke ? 2_500 : 5_000;
const awayMs = 2_000;
const pendingMs = 3 * minute;

await using services = await prepareServices();
const { stamp } = services;
const portOf = (name: string): number => services.children.get(name)?.port ?? 0;

const accepted = z.array(z.object({ accepted: z.boolean(), callbackData: z.string().optional() }));

/** References of the messages that the provider has accepted since `at`. */
async function referencesSince(at: Date): Promise<string[]> {
  const log = await fetch(`http://127.0.0.1:${portOf("simulator")}/sim/log?since=${at.getTime()}`);
  return accepted
    .parse(await log.json())
    .flatMap((call) => (call.accepted ? (call.callbackData ?? []) : []));
}

const digests = async () => {
  const delivery = await services.database("delivery");
  return delivery.collection("deliveries").find({ kind: "digest" }).toArray();
};

/** Runs `work` for each item, `atOnce` items in parallel. */
async function forEach<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Kills every process once, some before the due instant and some after it. */
async function killEach(dueAt: Date): Promise<void> {
  const names = [...services.children.keys()].filter((name) => name !== "simulator");
  const first = dueAt.getTime() - (names.length / 2) * killEveryMs;
  await Promise.all(
    names.map(async (name, index) => {
      await pause(Math.max(0, first + index * killEveryMs - Date.now()));
      await services.crash(name, awayMs);
    }),
  );
  print(`killed and restarted: ${names.join(", ")}`);
}

async function run(): Promise<void> {
  const choices = audience(readers);
  const from = Date.now() + signUpMs;
  const dueAt = new Date(Math.ceil(from / minute) * minute);
  const people: Person[] = [];
  const app = `http://127.0.0.1:${portOf("gateway")}`;
  await forEach(choices, async (each, number) => {
    people.push(await signUp(app, each, number, stamp, dueAt));
  });
  // All at once, so that their editions are due together.
  await Promise.all(people.map(connect));
  const left = (dueAt.getTime() - Date.now()) / 1_000;
  print(
    `${readers} readers with ${distinctOrders(choices)} distinct orders, ready ${left.toFixed(0)} s before the due instant`,
  );
  await killEach(dueAt);

  const over = Date.now() + pendingMs;
  const isPending = (status: string) => status === "pending";
  const histories = new Map<Person, Awaited<ReturnType<typeof historyOf>>>();
  for (let waiting = people; waiting.length > 0 && Date.now() < over; await pause(1_000)) {
    await forEach(waiting, async (person) => {
      histories.set(person, await historyOf(person).catch(() => []));
    });
    waiting = waiting.filter((person) => {
      const history = histories.get(person) ?? [];
      const parts = history.flatMap((entry) => entry.parts);
      return history.length === 0 || [...history, ...parts].some(({ status }) => isPending(status));
    });
  }
  // A second copy of a message would arrive late.
  await pause(5_000);
  await forEach(people, async (person) => void histories.set(person, await historyOf(person)));

  const references = await referencesSince(new Date(dueAt.getTime() - 15 * minute));
  const all = await digests();
  const twice = references.length - new Set(references).size;
  const entries = people.map((person) => histories.get(person) ?? []);
  const statuses = Map.groupBy(entries.flat(), ({ status }) => status);
  print([...statuses].map(([status, some]) => `${some.length} ${status}`).join(", "));
  const late = entries
    .flat()
    .map(
      ({ parts }) =>
        Math.min(...parts.flatMap(({ acceptedAt }) => (acceptedAt ? Date.parse(acceptedAt) : []))) -
        dueAt.getTime(),
    );
  const [middle, last] = [median(late), Math.max(...late)];
  print(
    `first message accepted ${(middle / 1_000).toFixed(1)} s after the due instant (median), ` +
      `${(last / 1_000).toFixed(1)} s (maximum)`,
  );
  // other benches run beside a smoke run
  if (!smoke) {
    expect(
      "half of the editions arrived within 5 s of the due instant, all within a minute",
      middle <= 5_000 && last <= minute,
    );
  }
  const reasons = entries.flat().flatMap(({ errorMessage }) => errorMessage ?? []);
  for (const reason of new Set(reasons)) print(`  "${reason}"`);

  const arrived = entries.filter(
    ([entry, ...more]) =>
      more.length === 0 && ["sent", "delivered", "read"].includes(entry?.status ?? ""),
  );
  expect(
    `each of ${readers} readers has exactly one edition, and it arrived (${arrived.length})`,
    arrived.length === readers,
  );
  const voices = entries.filter(([entry]) => entry?.parts.some(({ type }) => type === "audio"));
  const explained = entries.filter(([entry]) => entry?.errorMessage !== null);
  expect(
    `each edition has a voice note (${voices.length}) or the reason for its absence (${explained.length})`,
    new Set([...voices, ...explained]).size === readers,
  );
  expect(`the provider accepted no message twice (${twice})`, twice === 0);
  const inHistory = entries
    .flat()
    .flatMap((entry) =>
      entry.parts.flatMap(({ id, status }) =>
        ["sent", "delivered", "read"].includes(status) ? [`${entry.id}:${id}`] : [],
      ),
    );
  const known = new Set(all.map(({ _id }) => String(_id)));
  const digestMessages = references.filter((reference) => known.has(reference.split(":")[0] ?? ""));
  expect(
    `${inHistory.length} messages arrived by the history, ${digestMessages.length} by the provider`,
    inHistory.length === digestMessages.length,
  );
  expect(
    `nothing is pending after ${pendingMs / minute} minutes`,
    !entries.flat().some(({ status }) => isPending(status)),
  );
}

await services.startAll({ replicas: true });
await run();

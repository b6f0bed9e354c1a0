import { randomUUID } from "node:crypto";
import type { ServiceName } from "@matinale/contracts";
import { currentContext, withContext, type Worker } from "@matinale/kit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  consumer,
  headerOf,
  record,
  recordTombstone,
  type Bus,
  type OutboxEntry,
  type Received,
} from "../index.ts";
import type { ConsumerLag, ReceivedRecord } from "../transport.ts";

type UserChanged = Received<"user.changed">;

/** A transport with the topics user.changed and digest.requested, of two partitions each. */
export interface TestedTransport {
  bus(service: string): Bus;
  lags(): Promise<readonly ConsumerLag[]>;
  /** The dead letters of digest.requested, in any order. */
  deadLetters(): readonly Pick<ReceivedRecord, "headers">[];
  stop(): Promise<void>;
}

const soon = { timeout: 20_000, interval: 20 };
const keys = ["ada", "bob", "eve", "joe"];

const state = (userId: string, version: number) =>
  record("user.changed", { userId, version: BigInt(version), language: "fr" });
const request = (digestId: string) => record("digest.requested", { userId: "ada", digestId });

class DatabaseAway extends Error {
  override readonly name = "MongoNetworkError";
}

/** What every transport promises: run against Kafka and the memory bus. Each test has groups of its own. */
export function busConformance(start: () => Promise<TestedTransport>): void {
  let transport: TestedTransport;
  let running: Worker[] = [];
  beforeAll(async () => {
    transport = await start();
  });
  afterEach(async () => {
    await Promise.all(running.map((worker) => worker.stop()));
    running = [];
  });

  afterAll(() => transport.stop());

  const newService = () => `test-${randomUUID()}`;
  const publish = (...entries: OutboxEntry[]) => transport.bus("test").publish(entries);
  /** Starts a consumer of user.changed; what it has handled, in order. */
  const listen = async (
    service: string,
    { before = async () => undefined }: { before?: (events: UserChanged[]) => Promise<void> } = {},
  ) => {
    const handled: UserChanged[] = [];
    const handle = async (events: UserChanged[]) => {
      await before(events);
      handled.push(...events);
    };
    const workers = transport.bus(service).consume([consumer({ topic: "user.changed", handle })]);
    for (const worker of workers) await worker.start();
    running.push(...workers);
    return { handled, workers };
  };
  const versionsOf = (handled: readonly UserChanged[], key: string) =>
    handled.filter((event) => event.key === key).map(({ message }) => Number(message?.version));
  const has = (handled: readonly UserChanged[], key: string) =>
    expect.poll(() => handled.some((event) => event.key === key), soon).toBe(true);

  test("delivers the events of a key in order, to every group", async () => {
    const [first, second] = [await listen(newService()), await listen(newService())];
    const people = keys.map((key) => `${key}-${randomUUID()}`);
    for (const version of [1, 2, 3]) await publish(...people.map((key) => state(key, version)));
    for (const { handled } of [first, second]) {
      for (const key of people) {
        await expect.poll(() => versionsOf(handled, key), soon).toEqual([1, 2, 3]);
      }
    }
  });

  test("shares the events among a group's members", async () => {
    const service = newService();
    const members = [await listen(service), await listen(service)];
    const people = keys.map((key) => `${key}-${randomUUID()}`);
    await publish(...people.map((key) => state(key, 1)));
    const received = () =>
      members
        .flatMap(({ handled }) => handled.map(({ key }) => key))
        .filter((key) => people.includes(key));
    // a member that joins meanwhile may get an event again
    await expect.poll(() => new Set(received()), soon).toEqual(new Set(people));
  });

  // only groups of services have a lag, so these tests use their names
  const lagOf = async (service: ServiceName) => {
    const ofService = (await transport.lags()).filter(
      ({ group }) => group === `${service}.user.changed`,
    );
    return ofService.reduce((sum, { records }) => sum + records, 0);
  };

  test("shows the lag of a consumer that stands still, and that it falls while it catches up", async () => {
    const service = "billing";
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const [first, waiting] = [randomUUID(), randomUUID()];
    const { handled } = await listen(service, {
      before: async (events) => {
        const versions = versionsOf(events, waiting);
        if (versions.length > 0) await released;
        if (versions.some((version) => version > 400)) await ended;
      },
    });
    await publish(state(first, 1));
    await has(handled, first);
    await publish(...Array.from({ length: 600 }, (_, index) => state(waiting, index + 1)));
    await expect.poll(() => lagOf(service), soon).toBeGreaterThanOrEqual(600);
    release();
    await expect.poll(() => lagOf(service), soon).toBeLessThanOrEqual(400);
    expect(versionsOf(handled, waiting).at(-1)).toBeLessThanOrEqual(400);
    end();
    await expect.poll(() => lagOf(service), soon).toBe(0);
  });

  test("shows one lag after a second member has joined, and the lag of a group without members", async () => {
    const service = "preferences";
    const members = [await listen(service)];
    await publish(...keys.map((key) => state(`${key}-${randomUUID()}`, 1)));
    await expect.poll(() => lagOf(service), soon).toBe(0);
    members.push(await listen(service));
    const people = keys.map((key) => `${key}-${randomUUID()}`);
    await publish(...people.map((key) => state(key, 1)));
    const received = () => new Set(members.flatMap(({ handled }) => handled.map(({ key }) => key)));
    await expect.poll(() => people.every((key) => received().has(key)), soon).toBe(true);
    await expect.poll(() => lagOf(service), soon).toBe(0);
    for (const { workers } of members) await Promise.all(workers.map((worker) => worker.stop()));
    await publish(...people.map((key) => state(key, 2)));
    await expect.poll(() => lagOf(service), soon).toBe(people.length);
  });

  test("delivers everything to a group that joins later, also tombstones", async () => {
    const key = randomUUID();
    await publish(state(key, 1), recordTombstone("user.changed", key));
    const { handled } = await listen(newService());
    await has(handled, key);
    const messages = () => handled.filter((event) => event.key === key).map((each) => each.message);
    await expect.poll(() => messages().at(-1), soon).toBe(null);
  });

  test("continues after the last handled event when a consumer starts again", async () => {
    const service = newService();
    const [before, after] = [randomUUID(), randomUUID()];
    const first = await listen(service);
    await publish(state(before, 1));
    await has(first.handled, before);
    await Promise.all(first.workers.map((worker) => worker.stop()));
    await publish(state(after, 1));
    const second = await listen(service);
    await has(second.handled, after);
    expect(versionsOf(second.handled, before)).toEqual([]);
  });

  test("finishes the handler in progress before it has stopped, and delivers its events once", async () => {
    const service = newService();
    const [held, after] = [randomUUID(), randomUUID()];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { handled, workers } = await listen(service, {
      before: async (events) => {
        if (!events.some(({ key }) => key === held)) return;
        begin();
        await released;
      },
    });
    await publish(state(held, 1));
    await begun;
    const stopping = Promise.all(workers.map((worker) => worker.stop()));
    release();
    await stopping;
    expect(versionsOf(handled, held)).toEqual([1]);
    const next = await listen(service);
    await publish(state(after, 1));
    await has(next.handled, after);
    expect(versionsOf(next.handled, held)).toEqual([]);
  });

  test("delivers an event again after its handler has failed", async () => {
    const key = randomUUID();
    let failures = 0;
    const before = async (events: UserChanged[]) => {
      if (!events.some((event) => event.key === key) || failures === 2) return;
      failures += 1;
      throw new Error("not yet");
    };
    const { handled } = await listen(newService(), { before });
    await publish(state(key, 1), state(key, 2));
    await expect.poll(() => versionsOf(handled, key), soon).toEqual([1, 2]);
    expect(failures).toBe(2);
  });

  test("waits while the database is away, and keeps the order", async () => {
    const key = randomUUID();
    let failures = 0;
    const before = async (events: UserChanged[]) => {
      if (!events.some((event) => event.key === key) || failures === 2) return;
      failures += 1;
      throw new DatabaseAway("connection refused");
    };
    const { handled } = await listen(newService(), { before });
    await publish(state(key, 1), state(key, 2));
    await expect.poll(() => versionsOf(handled, key), soon).toEqual([1, 2]);
    expect(failures).toBe(2);
  });

  test("writes a dead letter with its reason and handles the next event", async () => {
    const seen = new Set<string>();
    const handle = async (events: Received<"digest.requested">[]) => {
      for (const { message } of events) {
        if (message?.digestId === "poison") throw new TypeError("cannot digest this");
        seen.add(message?.digestId ?? "");
      }
    };
    const service = newService();
    const workers = transport
      .bus(service)
      .consume([consumer({ topic: "digest.requested", handle })]);
    for (const worker of workers) await worker.start();
    running.push(...workers);
    const undecodable = { ...request("c"), headers: {} };
    await publish(undecodable, request("a"), request("poison"), request("b"));
    await expect.poll(() => seen, soon).toEqual(new Set(["a", "b"]));
    const reasons = () =>
      transport
        .deadLetters()
        .map(({ headers }) =>
          ["group", "topic", "attempts", "reason"]
            .map((name) => headerOf(headers, `dlq-${name}`))
            .join(" | "),
        );
    const about = `${service}.digest.requested | digest.requested`;
    // a member that has lost its partition meanwhile gets its records again, and writes their dead letters again
    await expect
      .poll(() => new Set(reasons()), soon)
      .toEqual(
        new Set([
          `${about} | 1 | UndecodableMessage: type missing, expected matinale.events.v1.DigestRequested`,
          `${about} | 3 | TypeError: cannot digest this`,
        ]),
      );
  });

  test("handles an event in its own context, not in its publisher's", async () => {
    const key = randomUUID();
    const seen: { first: UserChanged | undefined; context: unknown }[] = [];
    const before = async (events: UserChanged[]) => {
      if (!events.some((event) => event.key === key)) return;
      seen.push({ first: events[0], context: currentContext() });
    };
    await listen(newService(), { before });
    await withContext({ correlationId: "c1", requestId: "r1" }, () => publish(state(key, 1)));
    await expect.poll(() => seen, soon).toHaveLength(1);
    const { correlationId, id: causationId } = seen[0]?.first ?? {};
    expect(seen[0]?.context).toEqual({ correlationId, causationId });
  });
}

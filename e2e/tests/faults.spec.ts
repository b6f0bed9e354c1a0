import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { firing, seriesOf, waitingRecords } from "@matinale/observability";
import { Redis } from "ioredis";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import type { Stack } from "../../dev/stack/src/stack-file.ts";
import { afterUp, runningStack } from "../stack/running-stack.ts";
import { expect, newDigits, test } from "./fixtures.ts";
import { connectReader } from "./visitor.ts";

test.use({ extraHTTPHeaders: { "X-Requested-With": "XMLHttpRequest" } });
test.beforeAll(() => afterUp());

/** A fault of the running stack, and what ends it. */
interface Fault {
  name: string;
  alert: string;
  begin(stack: Stack, request: APIRequestContext): Promise<() => Promise<unknown>>;
}

const simulated =
  (settings: (ids: string[]) => object): Fault["begin"] =>
  async ({ phone }, request) => {
    const catalogue = z.array(z.object({ id: z.string() }));
    const feeds = catalogue.parse(
      await (await request.get(`${phone}/feeds/catalogue.json`)).json(),
    );
    const put = async (data: object) =>
      expect(await request.put(`${phone}/sim/faults`, { data })).toBeOK();
    await put(settings(feeds.map(({ id }) => id)));
    return () => put({});
  };

/** Stops a process without ending it, as an overloaded machine does. */
const frozen =
  (pidOf: (stack: Stack) => number | undefined): Fault["begin"] =>
  async (stack) => {
    const pid = pidOf(stack);
    if (!pid) throw new Error("the process does not run on this machine");
    process.kill(pid, "SIGSTOP");
    return async () => process.kill(pid, "SIGCONT");
  };

const faults: Fault[] = [
  {
    name: "WhatsApp answers every call with an error",
    alert: "ProviderRefusing",
    begin: simulated(() => ({ code: 131000 })),
  },
  {
    name: "WhatsApp throttles every call",
    alert: "ProviderRefusing",
    begin: simulated(() => ({ code: 130429 })),
  },
  {
    name: "one feed answers with a web page",
    alert: "FeedUnreadable",
    begin: simulated(([first]) => ({ brokenFeeds: [first] })),
  },
  {
    name: "four in ten feeds cannot be read",
    alert: "FeedsFailing",
    begin: simulated((ids) => ({ brokenFeeds: ids.slice(0, Math.ceil(0.4 * ids.length)) })),
  },
  {
    name: "Redis has become a replica",
    alert: "DependencyAway",
    begin: async ({ backing }) => {
      const redis = new Redis(backing.redis.url);
      await redis.replicaof("127.0.0.1", 1);
      return async () => {
        await redis.replicaof("NO", "ONE");
        redis.disconnect();
      };
    },
  },
  {
    name: "MongoDB does not respond",
    alert: "DependencyAway",
    begin: frozen(({ backing }) => backing.mongodb.pid),
  },
  {
    name: "no process of a service responds",
    alert: "ServiceDown",
    begin: frozen(({ services }) => services.find(({ name }) => name === "content")?.pid),
  },
];

const alerts = () => firing(process.env["PROMETHEUS_URL"] ?? "");

/** Messages to the service, so that it calls WhatsApp. @returns a function that ends them */
async function traffic(
  request: APIRequestContext,
  phone: string,
  everyMs = 5_000,
): Promise<() => Promise<void>> {
  const digits = newDigits();
  await connectReader(request, digits, []);
  const ended = new AbortController();
  const running = (async () => {
    while (!ended.signal.aborted) {
      await request.post(`${phone}/sim/phones/${digits}/messages`, { data: { text: "MENU" } });
      await pause(everyMs);
    }
  })();
  return async () => {
    ended.abort();
    await running;
  };
}

for (const { name, alert, begin } of faults) {
  test(`pages within five minutes when ${name}, and clears by itself`, async ({ request }) => {
    test.setTimeout(20 * 60_000);
    const stack = runningStack();
    const endTraffic = await traffic(request, stack.phone);
    try {
      const isFiring = async () => (await alerts()).includes(alert);
      await expect.poll(isFiring, { timeout: 10 * 60_000 }).toBe(false);
      const end = await begin(stack, request);
      try {
        await expect.poll(isFiring, { timeout: 5 * 60_000, intervals: [3_000] }).toBe(true);
      } finally {
        await end();
      }
      await expect.poll(isFiring, { timeout: 8 * 60_000, intervals: [3_000] }).toBe(false);
    } finally {
      await endTraffic();
    }
  });
}

/** Starts another process of a service of the stack, on ports of its own. @returns a function that stops it */
async function joining(name: string, { services }: Stack): Promise<() => Promise<unknown>> {
  const pid = services.find((service) => service.name === name)?.pid;
  const variables = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0").filter(Boolean);
  const env = Object.fromEntries(
    variables.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]),
  );
  const replica = spawn(process.execPath, [`services/${name}/src/main.ts`], {
    cwd: new URL("../..", import.meta.url),
    env: { ...env, PORT: "0", METRICS_PORT: "0" },
    stdio: "ignore",
  });
  return async () => {
    const stopped = once(replica, "exit");
    replica.kill("SIGTERM");
    expect(await stopped).toEqual([0, null]);
  };
}

test("shows the true lag and fires no alert while replicas join and leave under load", async ({
  request,
}) => {
  test.setTimeout(15 * 60_000);
  const stack = runningStack();
  const endTraffic = await traffic(request, stack.phone, 100);
  const series = (expr: string) => seriesOf(process.env["PROMETHEUS_URL"] ?? "", expr);
  const isCalm = async () => {
    for (let check = 0; check < 20; check += 1) {
      expect(await alerts()).not.toContain("ConsumerLag");
      await pause(10_000);
    }
    expect(await series(`${waitingRecords} <= 100`)).toBeGreaterThan(0);
    expect(await series(`${waitingRecords} > 100`)).toBe(0);
  };
  try {
    const leave = await Promise.all(["content", "delivery"].map((name) => joining(name, stack)));
    await isCalm();
    await Promise.all(leave.map((each) => each()));
    await isCalm();
  } finally {
    await endTraffic();
  }
});

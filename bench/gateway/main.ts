import { fileURLToPath } from "node:url";
import { randomUUID } from "node:crypto";
import { startTemporaryDevServices } from "@matinale/dev-services";
import { cpuMicros, forgetPeak, memory, startChild, type Child } from "../harness/child.ts";
import { gates, median, percentile, print } from "../harness/figures.ts";
import { logIn, startGateway } from "../harness/gateway.ts";
import { load, type Question } from "../harness/load.ts";
import { startNginx } from "./nginx.ts";
import { commandsDuring } from "./redis-commands.ts";

/**
 * Compares the gateway with a bare Node server, nginx and the simplest proxy. They run in one process tree and
 * alternate, so that other load on the machine affects all of them. The service behind them is a fake. `--smoke`
 * only checks counters, in seconds.
 */
const smoke = process.argv.includes("--smoke");
const rounds = 6;
const roundMs = 2_000;
/** Warm-up: in the first seconds the code is compiled. */
const warmUpMs = 4_000;
const connections = 32;
const streams = smoke ? 8 : 64;
const mediaBytes = (smoke ? 4 : 16) * 1024 * 1024;
const mebibyte = 1024 * 1024;

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const node = (name: string) => [process.execPath, script(name)] as const;
const children: Child[] = [];
const started = async (child: Promise<Child>): Promise<Child> => {
  children.push(await child);
  return child;
};

interface Contestant {
  name: string;
  process: Child;
  question: Question;
  micros: number[];
  latencies: number[];
}

/** Ratio within each round first, because both had the same other load in that round. */
const timesOf = (one: Pick<Contestant, "micros">, bare: Contestant | undefined): number =>
  median(one.micros.map((micros, round) => micros / (bare?.micros[round] ?? Number.NaN)));

async function measure({ process: { pid }, question, ...found }: Contestant): Promise<void> {
  const before = cpuMicros(pid);
  const { requests, refused, latencies } = await load(question, { connections, ms: roundMs });
  if (refused > 0) throw new Error(`${found.name}: ${refused} of ${requests} were not 200`);
  found.micros.push((cpuMicros(pid) - before) / requests);
  found.latencies.push(percentile(latencies, 0.99));
}

/** Processor time a request. Contestants run in order, then in reverse order. */
async function compare(contestants: Contestant[]): Promise<void> {
  for (const { question } of contestants) await load(question, { connections, ms: warmUpMs });
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contestants : contestants.toReversed();
    for (const contestant of order) await measure(contestant);
  }
  print("                                CPU µs/request   spread       ÷ bare   p99 ms");
  for (const { name, micros, latencies } of contestants) {
    const spread = `${Math.min(...micros).toFixed(0)}–${Math.max(...micros).toFixed(0)}`;
    const times = timesOf({ micros }, contestants[0]);
    print(
      `${name.padEnd(32)}${median(micros).toFixed(1).padStart(14)}   ${spread.padEnd(10)}` +
        `${times.toFixed(2).padStart(9)}${median(latencies).toFixed(1).padStart(9)}`,
    );
  }
}

/** Growth of resident memory while many large responses pass in parallel. */
async function streamThrough(gateway: Child): Promise<{ grown: number; complete: boolean }> {
  const question = { port: gateway.port, path: "/media/bench" };
  await load(question, { connections: 8, requests: 8 });
  const { resident } = memory(gateway.pid);
  forgetPeak(gateway.pid);
  const { bytes, refused } = await load(question, { connections: streams, requests: streams });
  const { peak } = memory(gateway.pid);
  return { grown: peak - resident, complete: refused === 0 && bytes >= streams * mediaBytes };
}

const { expect, end } = gates();
const backing = await startTemporaryDevServices("bench");
try {
  const keyPrefix = `bench-${randomUUID()}:`;
  const redisUrl = new URL(backing.redis.url);
  redisUrl.searchParams.set("keyPrefix", keyPrefix);
  const bare = await started(
    startChild("bare Node server", node("bare-server.ts"), {
      env: { MEDIA_BYTES: String(mediaBytes) },
    }),
  );
  const servicesUrl = `http://127.0.0.1:${bare.port}`;
  const gateway = await started(startGateway({ redisUrl: redisUrl.href, servicesUrl }));
  const headers = await logIn(gateway, { email: "bench@example.org", password: "bench bench" });
  const signedIn = { port: gateway.port, path: "/api/user/preferences", headers };

  const requests = smoke ? 300 : 2_000;
  const commands = await commandsDuring(backing.redis.url, keyPrefix, () =>
    load(signedIn, { connections: 8, requests }),
  );
  const each = commands / requests;
  expect(`a signed-in GET is ${each.toFixed(3)} Redis commands (at most 1.05)`, each <= 1.05);

  if (!smoke) {
    const path = signedIn.path;
    const plain = await started(
      startChild("express + http-proxy-middleware", node("plain-proxy.ts"), {
        env: { UPSTREAM: servicesUrl },
      }),
    );
    const nginx = await startNginx(bare.port);
    if (nginx === undefined) print("nginx is not installed: skipped");
    else children.push(nginx);
    const contestant = (process: Child, question: Question): Contestant => ({
      name: process.name,
      process,
      question,
      micros: [],
      latencies: [],
    });
    const ours = contestant(gateway, signedIn);
    const proxies = [nginx, plain].filter((child) => child !== undefined);
    const all = [bare, ...proxies].map((child) => contestant(child, { port: child.port, path }));
    const me = contestant(gateway, { ...signedIn, path: "/api/me" });
    await compare([
      ...all,
      { ...ours, name: "gateway, signed in" },
      { ...me, name: "gateway, me" },
    ]);
    const ratio = timesOf(ours, all[0]);
    expect(`a signed-in GET costs ${ratio.toFixed(2)} × bare (at most 6)`, ratio <= 6);
  }

  const { grown, complete } = await streamThrough(gateway);
  const size = `${streams} × ${mediaBytes / mebibyte} MB`;
  expect(`${size} arrive completely`, complete);
  const megabytes = (grown / mebibyte).toFixed(0);
  expect(`${size} grow memory by ${megabytes} MB (less than 64)`, grown < 64 * mebibyte);
} finally {
  await Promise.all(children.map((child) => child.stop()));
  await backing.stop();
}
end("gateway");

import { readFile } from "node:fs/promises";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import { afterUp, runningStack } from "../stack/running-stack.ts";
import { expect, newDigits, test } from "./fixtures.ts";
import { connectReader } from "./visitor.ts";

test.beforeAll(() => afterUp());

const extraHTTPHeaders = { "X-Requested-With": "XMLHttpRequest" };

const messages = z.array(
  z.object({ direction: z.enum(["in", "out"]), type: z.string(), text: z.string().optional() }),
);
const history = z.object({ history: z.array(z.object({ status: z.string(), type: z.string() })) });

interface Reader {
  digits: string;
  request: APIRequestContext;
}

/** Connects a reader and delivers a first digest. */
async function withDigest(request: APIRequestContext, digits: string): Promise<Reader> {
  await connectReader(request, digits, [2]);
  await expect(async () => {
    expect(await request.post("/api/deliver-news", { data: {} })).toBeOK();
  }).toPass({ timeout: 60_000 });
  return { digits, request };
}

const linesOf = (log: string): Promise<string[]> =>
  readFile(log, "utf8").then((text) => text.split("\n"));
const stopCount = async (log: string): Promise<number> =>
  (await linesOf(log)).filter((line) => line.includes('"msg":"service has stopped"')).length;

/** Stops a service with SIGTERM, as Kubernetes does, and waits until its successor is ready. */
async function restart(name: string): Promise<void> {
  const service = runningStack().services.find((each) => each.name === name);
  if (service === undefined) throw new Error(`no service ${name}`);
  const { pid, log, metricsUrl } = service;
  const before = await stopCount(log);
  process.kill(pid, "SIGTERM");
  // A graceful shutdown, within the time that Kubernetes allows.
  await expect.poll(() => stopCount(log), { timeout: 25_000 }).toBe(before + 1);
  await expect(async () => {
    const now = runningStack().services.find((each) => each.name === name);
    expect(now?.pid).not.toBe(pid);
    expect((await fetch(metricsUrl.replace("/metrics", "/readyz"))).ok).toBe(true);
  }).toPass({ timeout: 30_000 });
}

/** One round after the other: each service stops while those that it calls, and those that call it, run. */
const restarts = [["gateway"], ["identity", "content", "preferences"], ["billing", "delivery"]];

test("services restarted under load lose no digest and send none twice", async ({
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const { phone, services } = runningStack();
  const readers = await Promise.all(
    [newDigits(), newDigits(), newDigits()].map(async (digits) => {
      const request = await playwright.request.newContext({
        baseURL: baseURL ?? "",
        extraHTTPHeaders,
      });
      return withDigest(request, digits);
    }),
  );

  // A request may be cut off when the gateway restarts; accepted work must continue.
  const requests = Promise.all(
    readers.map(({ request }) => request.post("/api/deliver-news", { data: {} }).catch(() => null)),
  );
  expect(restarts.flat().toSorted()).toEqual(services.map(({ name }) => name).toSorted());
  for (const names of restarts) await Promise.all(names.map(restart));
  await requests;

  for (const { request, digits } of readers) {
    let digests: z.infer<typeof history>["history"] = [];
    await expect(async () => {
      digests = history.parse(await (await request.get("/api/message-history")).json()).history;
      expect(digests.map(({ status }) => status)).not.toContain("pending");
    }).toPass({ timeout: 60_000 });
    expect(digests.filter(({ status }) => !["sent", "delivered", "read"].includes(status))).toEqual(
      [],
    );
    const received = messages.parse(
      await (await fetch(`${phone}/sim/phones/${digits}/messages`)).json(),
    );
    const out = received.filter(({ direction }) => direction === "out");
    const voiceNotes = out.filter(({ type }) => type === "audio");
    expect(voiceNotes).toHaveLength(digests.filter(({ type }) => type === "audio").length);
    const openings = out.filter(
      ({ text = "" }) => text.startsWith("*Matinale") && /conom/i.test(text),
    );
    expect(openings.length).toBeLessThanOrEqual(digests.length);
    await request.dispose();
  }
});

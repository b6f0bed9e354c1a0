import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oneTextOneVoice, soon, startHarness } from "./testing/harness.ts";
import { type Call, statusItem } from "./testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness();
}, 60_000);
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await delivery.stop();
});

/** Kafka takes ten seconds to believe that a consumer is dead. */
const late = { timeout: 60_000, interval: 100 };
const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** The service as a process of its own, to be killed. */
async function spawnService(): Promise<ChildProcess> {
  const { config } = delivery;
  const env = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : String(value),
    ]),
  );
  const child = spawn(process.execPath, [main], {
    env: { ...env, LOG_LEVEL: "info", PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, soon).toContain("delivery is ready");
  return child;
}

/** What time does to the leases of the dead. */
const expireLeases = async () => {
  const past = { $set: { "lease.until": new Date(0) } };
  for (const name of ["deliveries", "uploads"]) {
    await delivery.collection(name).updateMany({ lease: { $exists: true } }, past);
  }
};

const isDigest = ({ type, text }: Call) => type === "audio" || text === "Le digest";
/** What of digests the provider has taken. */
const taken = (digits: string) => delivery.provider.accepted(digits).filter(isDigest);
const forms = (digits: string) => taken(digits).map(({ type }) => type);

test.each(["text", "audio"])(
  "killed during the call for the %s, the digest arrives once",
  async (form) => {
    const reader = await delivery.reader();
    await delivery.halt();
    const child = await spawnService();
    // Taken by the provider; the process dies before it can hear so.
    const fatal = (call: Call) => isDigest(call) && call.type === form;
    delivery.provider.setOnCall((call) => void (fatal(call) && child.kill("SIGKILL")));
    delivery.provider.setFault((call) => (fatal(call) ? "drop" : null));
    await delivery.requestByHand(reader.id);
    await once(child, "exit");
    delivery.provider.setOnCall(null);
    delivery.provider.setFault(null);
    await expireLeases();

    await delivery.restart();
    const lost = taken(reader.digits).at(-1);
    if (lost === undefined) throw new Error("nothing was sent");
    await delivery.tell(statusItem(lost, "sent", delivery.now()));
    await expect
      .poll(async () => (await delivery.deliveryOf(reader.id))?.["phase"], late)
      .toBe("done");
    expect(forms(reader.digits)).toEqual(["text", "audio"]);
  },
  90_000,
);

test("killed before anything was said, the digest arrives once, nobody asking again", async () => {
  const reader = await delivery.reader();
  await delivery.halt();
  const child = await spawnService();
  delivery.setComposer(() => {
    child.kill("SIGKILL");
    return { texts: ["Le digest"], sounds: ["b".repeat(64)] };
  });
  await delivery.requestByHand(reader.id);
  await once(child, "exit");
  await expireLeases();
  delivery.setComposer(oneTextOneVoice);
  await delivery.restart();
  await expect.poll(() => forms(reader.digits), late).toEqual(["text", "audio"]);
}, 90_000);

test("an answer lost on the wire and never explained ends as failed, and is not sent again", async () => {
  const reader = await delivery.reader();
  delivery.provider.setFault((call) => (call.text === "Le digest" ? "drop" : null));
  await delivery.requestByHand(reader.id);
  await expect.poll(() => forms(reader.digits), soon).toEqual(["text"]);
  delivery.provider.setFault(null);
  await expect
    .poll(async () => (await delivery.deliveryOf(reader.id))?.["lease"], soon)
    .toBeUndefined();
  delivery.setClock(new Date(delivery.now().getTime() + 151_000).toISOString());
  await expect
    .poll(() => delivery.history(reader.id), soon)
    .toMatchObject([{ status: "failed", errorMessage: expect.stringContaining("Issue inconnue") }]);
  expect(forms(reader.digits)).toEqual(["text"]);
});

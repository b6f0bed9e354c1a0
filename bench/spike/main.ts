import { startTemporaryDevServices } from "@matinale/dev-services";
import { listOf, numberOf, smoke } from "../harness/arguments.ts";
import { expect, print, recorded } from "../harness/figures.ts";
import { benchProvider } from "../harness/provider.ts";
import { round } from "./round.ts";

/**
 * Digests of readers with different choices are due at the same instant. Delivery and content are real, two processes
 * each, with their databases and Kafka; WhatsApp, speech and feeds are fakes. The processor time of a digest is no
 * gate: it is printed beside that of the recorded run.
 * `--smoke` only checks counters; `--readers 1000,10000` and `--rates 80,1000,0` set the sizes (0: no limit).
 */
const sizes = listOf("--readers", smoke ? [8] : [1_000, 10_000]);
const rates = listOf("--rates", smoke ? [80] : [80, 1_000, 0]);
/** Digests before the measurement, so that the code is compiled as in a service that runs for long. */
const warmUp = numberOf("--warm-up", smoke ? 0 : 500);

await using devServices = await startTemporaryDevServices("bench");
await using provider = await benchProvider();

async function measure(count: number, rate: number): Promise<void> {
  const name = `${count} readers, ${rate === 0 ? "no limit" : `${rate}/s`}`;
  const found = await round({ devServices, provider, count, rate, warmUp, countsOnly: smoke });
  const { messages, calls, accepted, references, refused, first, drained } = found;
  print(
    `${name}: first ${first.toFixed(2)} s late, drained in ${drained.toFixed(1)} s, ` +
      `${refused} refused, ${(found.peak / 2 ** 20).toFixed(0)} MB`,
  );
  const label = `${name}, CPU-µs a digest:`;
  const before = recorded.find((line) => line.startsWith(label)) ?? "";
  const cpu = found.cpu.map(([process, micros]) => {
    const [, was] = new RegExp(` ${process} (-?\\d+)`).exec(before) ?? [];
    return `${process} ${micros.toFixed(0)}${was === undefined ? "" : ` (recorded: ${was})`}`;
  });
  print(`${label} ${cpu.join(", ")}`);
  expect(
    `${name}: each of ${messages} messages was accepted once, ${found.voiced} digests have sound`,
    accepted === messages && references === messages && found.voiced === count,
  );
  expect(
    `${name}: ${calls} calls arrived, ${found.attempts} were recorded before the call: ` +
      `${messages} messages and ${refused} refused calls that were retried`,
    calls === found.attempts && found.attempts === messages + refused && found.done === count,
  );
  expect(
    `${name}: ${found.orders} distinct orders, ${found.composed} complete compositions (at most 2 % more)`,
    found.orders >= count / 5 &&
      found.composed >= found.orders &&
      found.composed <= found.orders * 1.02,
  );
  expect(
    `${name}: ${found.sounds} distinct sounds, ${found.uploads} uploads (at most 2 % more)`,
    found.uploads >= found.sounds && found.uploads <= found.sounds * 1.02,
  );
  if (smoke) return;
  expect(`${name}: the first message is at most 1 s late`, first >= 0 && first <= 1);
  if (rate > 0) {
    const efficiency = messages / rate / drained;
    // a high rate leaves no time for the first and the last message
    const least = rate >= 1_000 ? 0.9 : 0.95;
    expect(
      `${name}: ${efficiency.toFixed(3)} of the provider's rate (at least ${least})`,
      efficiency >= least,
    );
    expect(
      `${name}: ${((100 * refused) / calls).toFixed(2)} % of the calls refused (at most 0.1 %)`,
      refused <= calls / 1_000,
    );
  }
}

for (const count of sizes) for (const rate of rates) await measure(count, rate);

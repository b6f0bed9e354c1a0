import { startTemporaryDevServices } from "@matinale/dev-services";
import { listOf, numberOf } from "../harness/arguments.ts";
import { gates, print } from "../harness/figures.ts";
import { benchProvider } from "../harness/provider.ts";
import { bareMicros, round, type Round } from "./round.ts";

/**
 * Digests of readers with different choices are due at the same instant. Delivery and content are real, two processes
 * each, with their databases and Kafka; WhatsApp, speech and feeds are fakes. The reference only makes the calls.
 * `--smoke` only checks counters; `--readers 1000,10000` and `--rates 80,1000,0` set the sizes (0: no limit);
 * `--profile` prints the functions that used most CPU.
 */
const smoke = process.argv.includes("--smoke");
const profile = process.argv.includes("--profile");
const sizes = listOf("--readers", smoke ? [50] : [1_000, 10_000]);
const rates = listOf("--rates", smoke ? [80] : [80, 1_000, 0]);
/** Digests before the measurement, so that the code is compiled as in a service that runs for long. */
const warmUp = numberOf("--warm-up", smoke ? 0 : 500);

const { expect, end } = gates();
const backing = await startTemporaryDevServices("bench");
const provider = await benchProvider();

const padded = (value: number): string => value.toFixed(0).padStart(9);

/** Prints the CPU time of one digest by process and phase. */
function printPhases({ phases, idle, count }: Round): void {
  const names = Object.keys(phases[0]?.micros ?? {});
  print(`  CPU-µs a digest     seconds${names.map((name) => name.padStart(9)).join("")}`);
  for (const { name, micros, seconds } of phases) {
    const values = names.map((each) => padded((micros[each] ?? 0) / count));
    print(`  ${name.padEnd(19)}${seconds.toFixed(1).padStart(8)}${values.join("")}`);
  }
  const perSecond = names.map((each) => `${each} ${((idle[each] ?? 0) / 1e4).toFixed(1)} %`);
  print(`  idle, share of a core: ${perSecond.join(", ")}`);
}

function printCommands({ asked, count }: Round): void {
  const some = asked.filter(({ commands }) => commands >= 3);
  const all = asked.reduce((sum, { commands }) => sum + commands, 0);
  print(`  ${(all / count).toFixed(3)} database commands a digest:`);
  print(`  ${some.map(({ name, commands }) => `${name} ${commands}`).join(", ")}`);
}

async function measure(count: number, rate: number): Promise<void> {
  const name = `${count} readers, ${rate === 0 ? "no limit" : `${rate}/s`}`;
  const found = await round({
    backing,
    provider,
    count,
    rate,
    warmUp,
    idleMs: smoke ? 0 : 5_000,
    profile,
    hurried: smoke,
  });
  const { messages, calls, accepted, references, refused, noted, first, drained } = found;
  const ours = found.net("delivery");
  const database = found.net("database");
  print(
    `${name}: first ${first.toFixed(2)} s late, drained in ${drained.toFixed(1)} s, ` +
      `${ours.toFixed(0)} µs a digest in delivery and ${database.toFixed(0)} in the database, ` +
      `${refused} refused, ${(found.peak / 2 ** 20).toFixed(0)} MB`,
  );
  if (!smoke) printPhases(found);
  printCommands(found);
  for (const line of found.profile) print(`  ${line}`);
  expect(
    `${name}: each of ${messages} messages was accepted once, ${noted.voiced} digests have sound`,
    accepted === messages && references === messages && noted.voiced === count,
  );
  expect(
    `${name}: ${calls} calls arrived, ${noted.attempts} were recorded before the call: ` +
      `${messages} messages and ${refused} refused calls that were retried`,
    calls === noted.attempts && noted.attempts === messages + refused && noted.done === count,
  );
  expect(
    `${name}: ${found.orders} distinct orders, ${found.composed} compositions (at most 2 % more)`,
    found.orders >= count / 5 &&
      found.composed >= found.orders &&
      found.composed <= found.orders * 1.02,
  );
  expect(
    `${name}: ${noted.sounds} distinct sounds, ${found.uploads} uploads (at most 2 % more)`,
    found.uploads >= noted.sounds && found.uploads <= noted.sounds * 1.02,
  );
  expect(
    `${name}: ${found.syntheses} syntheses of ${found.spoken} texts and voices`,
    found.syntheses <= found.spoken * 1.02,
  );
  if (smoke) return;
  expect(`${name}: the first message is at most 1 s late`, first >= 0 && first <= 1);
  if (rate > 0) {
    const efficiency = messages / rate / drained;
    expect(
      `${name}: ${efficiency.toFixed(3)} of the provider's rate (at least 0.95)`,
      efficiency >= 0.95,
    );
  }
  const bare = (await bareMicros(provider, Math.min(count, 2_000))) * (messages / (2 * count));
  print(
    `${name}: ${(ours / bare).toFixed(1)} × the bare calls (${bare.toFixed(0)} µs a digest), ` +
      `${(ours + database).toFixed(0)} µs a digest with the database`,
  );
}

try {
  for (const count of sizes) for (const rate of rates) await measure(count, rate);
} finally {
  await provider.close();
  await backing.stop();
}
end("spike");

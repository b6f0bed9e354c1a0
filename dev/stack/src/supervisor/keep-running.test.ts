import { expect, test, vi } from "vitest";
import { keepRunning } from "./keep-running.ts";

function fakeMember(name: string) {
  const member = {
    name,
    pid: 1 as number | undefined,
    starts: 0,
    start: async () => {
      member.starts += 1;
      member.pid = 1 + member.starts;
    },
    stop: async () => {
      member.pid = undefined;
    },
  };
  return member;
}

const options = { log: () => undefined, onRestart: () => undefined, intervalMs: 1 };

test("restarts a process that died and reports the restart", async () => {
  const [dying, living] = [fakeMember("a"), fakeMember("b")];
  const onRestart = vi.fn<() => void>();
  const watch = keepRunning([dying, living], { ...options, onRestart });
  dying.pid = undefined;
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledOnce());
  expect([dying.pid, dying.starts, living.starts]).toEqual([2, 1, 0]);
  await watch.end(async () => undefined);
});

test("retries a process that cannot start and still restarts the others", async () => {
  const [broken, dying] = [fakeMember("a"), fakeMember("b")];
  const attempts = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("no port")));
  broken.start = attempts;
  const watch = keepRunning([broken, dying], options);
  broken.pid = undefined;
  await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(1));
  dying.pid = undefined;
  await vi.waitFor(() => expect(dying.starts).toBe(1));
  await watch.end(async () => undefined);
});

test("reports a restart again when the report fails, and keeps watching", async () => {
  const member = fakeMember("a");
  const onRestart = vi.fn<() => void>().mockImplementationOnce(() => {
    throw new Error("no space left on device");
  });
  const watch = keepRunning([member], { ...options, onRestart });
  member.pid = undefined;
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledTimes(2));
  member.pid = undefined;
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledTimes(3));
  expect(member.starts).toBe(2);
  await watch.end(async () => undefined);
});

test("does not report a restart that finishes after the end", async () => {
  const member = fakeMember("a");
  const { promise, resolve } = Promise.withResolvers<void>();
  const onRestart = vi.fn<() => void>();
  member.start = async () => {
    member.starts += 1;
    await promise;
  };
  const watch = keepRunning([member], { ...options, onRestart });
  member.pid = undefined;
  await vi.waitFor(() => expect(member.starts).toBe(1));
  await watch.end(async () => resolve());
  expect(onRestart).not.toHaveBeenCalled();
});

test("a process stays stopped after the end, even when it was just restarting", async () => {
  const member = fakeMember("a");
  const { promise, resolve } = Promise.withResolvers<void>();
  member.start = async () => {
    member.starts += 1;
    await promise;
    member.pid = 7;
  };
  const watch = keepRunning([member], options);
  member.pid = undefined;
  await vi.waitFor(() => expect(member.starts).toBe(1));
  const ended = watch.end(async () => {
    await member.stop();
    resolve();
  });
  await ended;
  expect([member.pid, member.starts]).toEqual([undefined, 1]);
});

test("restarts at once, but waits when the process dies again soon", async () => {
  const member = fakeMember("a");
  const watch = keepRunning([member], options);
  const dies = async () => {
    const diedAt = performance.now();
    const starts = member.starts + 1;
    member.pid = undefined;
    await vi.waitFor(() => expect(member.starts).toBe(starts), { interval: 5, timeout: 10_000 });
    return performance.now() - diedAt;
  };
  const firstMs = await dies();
  const secondMs = await dies();
  expect(secondMs).toBeGreaterThan(990);
  expect(firstMs).toBeLessThan(secondMs);
  await watch.end(async () => undefined);
});

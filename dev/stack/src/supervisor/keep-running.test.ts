import { expect, test, vi } from "vitest";
import { keepRunning } from "./keep-running.ts";

function fakeMember(name: string) {
  const member = {
    name,
    logFile: "",
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

import { expect, test, vi } from "vitest";
import { watchMembers } from "./watch.ts";

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

const options = { log: () => undefined, onRestart: () => undefined, every: 1 };

test("what dies is started again, and others learn about it", async () => {
  const [dies, lives] = [fakeMember("a"), fakeMember("b")];
  const onRestart = vi.fn<() => void>();
  const watch = watchMembers([dies, lives], { ...options, onRestart });
  dies.pid = undefined;
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledOnce());
  expect([dies.pid, dies.starts, lives.starts]).toEqual([2, 1, 0]);
  await watch.end(async () => undefined);
});

test("what cannot start is tried again, while the others are looked after", async () => {
  const [broken, dies] = [fakeMember("a"), fakeMember("b")];
  const tries = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("no port")));
  broken.start = tries;
  const watch = watchMembers([broken, dies], options);
  broken.pid = undefined;
  await vi.waitFor(() => expect(tries.mock.calls.length).toBeGreaterThan(1));
  dies.pid = undefined;
  await vi.waitFor(() => expect(dies.starts).toBe(1));
  await watch.end(async () => undefined);
});

test("what is stopped at the end stays so, even when its start was under way", async () => {
  const member = fakeMember("a");
  const { promise, resolve } = Promise.withResolvers<void>();
  member.start = async () => {
    member.starts += 1;
    await promise;
    member.pid = 7;
  };
  const watch = watchMembers([member], options);
  member.pid = undefined;
  await vi.waitFor(() => expect(member.starts).toBe(1));
  const ended = watch.end(async () => {
    await member.stop();
    resolve();
  });
  await ended;
  expect([member.pid, member.starts]).toEqual([undefined, 1]);
});

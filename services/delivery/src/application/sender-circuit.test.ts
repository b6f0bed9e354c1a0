import { silentLogger } from "@matinale/kit/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Message, RefusalKind } from "../domain/channel/whatsapp.ts";
import { SenderCircuits, SenderUnavailable } from "./sender-circuit.ts";

const probeEveryMs = 1_000;
const accepted: Answer = { outcome: "accepted", messageId: "wamid.1" };
const uncertain: Answer = { outcome: "uncertain" };
const refused = (action: RefusalKind, code = 1): Answer => ({ outcome: "refused", action, code });
const unknownCode = refused("unknown", 139_999);
const nothingStopped = { messages: false, templates: false, voice_notes: false };

let circuits: SenderCircuits;
const isHealthy = vi.fn<() => Promise<boolean>>();
beforeEach(() => {
  vi.useFakeTimers();
  isHealthy.mockReset().mockResolvedValue(true);
  circuits = new SenderCircuits({ probeEveryMs, isHealthy, logger: silentLogger });
});
afterEach(() => void vi.useRealTimers());

/** @returns whether the call was made */
async function call(
  answer: Answer | null | Error,
  recipient = "a",
  form: Message["form"] = "text",
): Promise<boolean> {
  const made = vi.fn<() => Promise<Answer | null>>(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await circuits.run(form, recipient, made).catch((error: unknown) => {
    if (error !== answer && !(error instanceof SenderUnavailable)) throw error;
  });
  return made.mock.calls.length > 0;
}
const probe = async (answer: Answer | null | Error, afterMs = probeEveryMs) => {
  await vi.advanceTimersByTimeAsync(afterMs);
  return call(answer, "probe");
};
const isStopped = () => circuits.stopped.messages;

test.each(["sender", "templates", "voice_notes"] as const)(
  "a refusal of the kind %s makes the messages of its forms wait, until a probe is accepted",
  async (kind) => {
    const forms = { text: true, voice: true, template: true };
    const madeCalls = async () => ({
      text: await call(accepted, "a", "text"),
      voice: await call(accepted, "a", "voice"),
      template: await call(accepted, "a", "template"),
    });
    expect(await call(refused(kind), "a", kind === "templates" ? "template" : "voice")).toBe(true);
    expect(await madeCalls()).toEqual({
      text: kind !== "sender",
      voice: kind === "templates",
      template: kind === "voice_notes",
    });
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    expect(await madeCalls()).toEqual(forms);
    expect(circuits.stopped).toEqual(nothingStopped);
  },
);

test.each([null, refused("recipient"), uncertain, new Error("the database is gone")])(
  "a probe that is not accepted keeps the circuit open: %j",
  async (answer) => {
    await call(refused("sender"));
    expect(await probe(answer)).toBe(true);
    expect(isStopped()).toBe(true);
    expect(await call(accepted)).toBe(false);
  },
);

test("a message that another circuit holds back is no probe", async () => {
  await call(refused("sender"));
  await vi.advanceTimersByTimeAsync(probeEveryMs / 2);
  circuits.refused("templates", 131_048, "b");
  await vi.advanceTimersByTimeAsync(probeEveryMs / 2);
  expect(await call(accepted, "a", "template")).toBe(false);
  expect(await call(accepted)).toBe(true);
  expect(circuits.stopped).toEqual({ ...nothingStopped, templates: true });
});

test("a circuit that opens while a call waits for the rate stops this call", async () => {
  let before = true;
  let after = false;
  await circuits.run("text", "a", async (isCallStopped) => {
    before = isCallStopped();
    await call(refused("sender"), "b");
    after = isCallStopped();
    return null;
  });
  expect([before, after]).toEqual([false, true]);
});

test("makes no probe while the health check fails, except every fourth time, because the check itself may fail", async () => {
  await call(refused("sender"));
  isHealthy.mockResolvedValue(false);
  for (const made of [false, false, false]) expect(await probe(accepted)).toBe(made);
  expect(isStopped()).toBe(true);
  expect(await probe(accepted)).toBe(true);
  expect(isStopped()).toBe(false);
});

describe("a call without an answer", () => {
  const recipients = ["a", "b", "c", "d", "e"];
  const unanswered = async (...to: string[]) => {
    for (const recipient of to) await call(uncertain, recipient);
  };

  test("stops all messages after five recipients", async () => {
    await unanswered("a", "b", "c", "d");
    expect(isStopped()).toBe(false);
    await unanswered("e");
    expect(circuits.stopped).toEqual({ ...nothingStopped, messages: true });
    expect(await call(accepted, "f")).toBe(false);
  });

  test("does not stop messages to others when the calls for one recipient never get an answer", async () => {
    await unanswered(...Array.from({ length: 20 }, () => "a"));
    expect(isStopped()).toBe(false);
  });

  test.each([
    ["an accepted call", () => call(accepted)],
    ["a message that is refused for a reason of its own", () => call(refused("recipient"))],
    ["five minutes", () => vi.advanceTimersByTimeAsync(301_000)],
    ["a status of a message whose call got no answer", async () => circuits.answered()],
  ])("is forgotten after %s", async (_, forget) => {
    for (let round = 0; round < 3; round += 1) {
      await unanswered("a", "b", "c", "d");
      await forget();
    }
    expect(isStopped()).toBe(false);
  });

  test.each(["retry", "throttled"] as const)(
    "is not forgotten after a refusal of the kind %s",
    async (kind) => {
      await unanswered("a", "b", "c", "d");
      await call(refused(kind));
      await unanswered("e");
      expect(isStopped()).toBe(true);
    },
  );

  test("stops nothing any more after a probe that is refused for a reason of its own", async () => {
    await unanswered(...recipients);
    await probe(refused("retry"));
    expect(isStopped()).toBe(true);
    await probe(refused("recipient"));
    expect(isStopped()).toBe(false);
  });

  test("is tested again after the same interval when a probe made no call", async () => {
    await unanswered(...recipients);
    for (let round = 0; round < 3; round += 1) expect(await probe(null)).toBe(true);
    expect(isStopped()).toBe(true);
  });

  test("is tested by probes that become rarer, because each may lose its message", async () => {
    await unanswered(...recipients);
    const times: number[] = [];
    const begun = Date.now();
    while (times.length < 6) {
      if (await probe(uncertain, 500)) times.push((Date.now() - begun) / probeEveryMs);
    }
    expect(times).toEqual([1, 3, 7, 15, 23, 31]);
    expect(await probe(accepted, 8 * probeEveryMs)).toBe(true);
    expect(isStopped()).toBe(false);
    await unanswered("a", "b", "c", "d");
    expect(isStopped()).toBe(false);
  });

  test("stops nothing any more once a status shows that messages are accepted although no answer comes", async () => {
    await unanswered(...recipients);
    circuits.answered();
    expect(isStopped()).toBe(false);
    expect(await call(accepted)).toBe(true);
  });

  test("stops all messages again after a status when it goes on", async () => {
    await unanswered(...recipients);
    circuits.answered();
    await unanswered(...recipients);
    expect(isStopped()).toBe(true);
  });
});

describe("an unknown code", () => {
  const refusedAtOnce = (recipient: string) => call(unknownCode, recipient);
  const failed = async (recipient: string | null) => {
    circuits.refused("unknown", 139_999, recipient);
    await vi.advanceTimersByTimeAsync(0);
  };

  test.each(["at once", "by status"])(
    "stops all messages after three recipients, %s",
    async (how) => {
      const refuse = how === "at once" ? refusedAtOnce : failed;
      for (const [recipient, expected] of [
        ["a", false],
        ["b", false],
        ["a", false],
        ["c", true],
      ] as const) {
        await refuse(recipient);
        expect(circuits.stopped).toEqual({ ...nothingStopped, messages: expected });
      }
    },
  );

  test("does not stop messages to others when one recipient gets it again and again", async () => {
    for (let round = 0; round < 10; round += 1) {
      await refusedAtOnce("a");
      await failed("a");
      await failed(null);
    }
    expect(isStopped()).toBe(false);
  });

  test("counts recipients of both reports together", async () => {
    await refusedAtOnce("a");
    await failed("b");
    await refusedAtOnce("b");
    expect(isStopped()).toBe(false);
    await failed("c");
    expect(isStopped()).toBe(true);
  });

  test("is forgotten after an accepted call when it came at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      await refusedAtOnce(`${round}`);
      if (round % 2 === 1) await call(accepted);
    }
    expect(isStopped()).toBe(false);
  });

  test("stops all messages when it comes by status between accepted calls", async () => {
    for (let round = 0; round < 20 && !isStopped(); round += 1) {
      await call(accepted);
      await failed(`${round}`);
    }
    expect(isStopped()).toBe(true);
  });

  test("is forgotten after a delivery when it came by status", async () => {
    for (let round = 0; round < 20; round += 1) {
      await call(accepted);
      await failed(`${round}`);
      if (round % 2 === 1) circuits.delivered();
    }
    expect(isStopped()).toBe(false);
  });

  test("by status stops all messages again after an accepted probe, until a delivery", async () => {
    for (const recipient of ["a", "b", "c"]) await failed(recipient);
    await probe(accepted);
    expect(isStopped()).toBe(false);
    await failed("d");
    expect(isStopped()).toBe(true);
    await probe(accepted);
    circuits.delivered();
    await failed("d");
    expect(isStopped()).toBe(false);
  });
});

test("a status that reports a refusal of voice notes stops voice notes only", async () => {
  circuits.refused("voice_notes", 422, null);
  await vi.advanceTimersByTimeAsync(0);
  expect(circuits.stopped).toEqual({ ...nothingStopped, voice_notes: true });
});

import { silentLogger } from "@matinale/kit/testing";
import { BrokenCircuitError, CircuitState } from "cockatiel";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SenderCircuits } from "./sender-circuit.ts";

const probeEveryMs = 1_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Circuits that have just been opened by a refusal of templates, at the time of their first probe. */
async function templatesRefused() {
  const circuits = new SenderCircuits(probeEveryMs, silentLogger);
  circuits.refused("templates", 131048, "reader");
  await vi.advanceTimersByTimeAsync(probeEveryMs);
  const [, templates] = circuits.for("template").find(([action]) => action === "templates")!;
  return { circuits, templates };
}

test("an accepted probe closes the circuit", async () => {
  const { circuits, templates } = await templatesRefused();
  expect(circuits.stopped).toEqual({ messages: false, templates: true, voice_notes: false });
  await templates.execute(async () => undefined);
  expect(circuits.stopped).toEqual({ messages: false, templates: false, voice_notes: false });
});

test.each([new BrokenCircuitError(), new Error("the database is gone")])(
  "a probe that ends with an error keeps the circuit open: %s",
  async (error) => {
    const { circuits, templates } = await templatesRefused();
    const failing = async () => {
      throw error;
    };
    await expect(templates.execute(failing)).rejects.toBe(error);
    expect(circuits.stopped.templates).toBe(true);
  },
);

describe("an unknown code", () => {
  let circuits: SenderCircuits;
  beforeEach(() => void (circuits = new SenderCircuits(probeEveryMs, silentLogger)));
  const isStopped = () => circuits.stopped.messages;
  const unknown = () => circuits.for("text").find(([action]) => action === "unknown")![1];
  const accepted = async () => {
    await unknown().execute(async () => undefined);
    circuits.accepted();
  };
  const refusedAtOnce = (recipient: string) =>
    unknown()
      .execute(async () => {
        throw circuits.refusal("unknown", { code: 139_999 }, recipient);
      })
      .catch(() => undefined);
  const failed = async (recipient: string | null) => {
    circuits.refused("unknown", 139_999, recipient);
    await vi.advanceTimersByTimeAsync(0);
  };

  test.each(["at once", "by status"])(
    "stops all messages after three recipients, %s",
    async (how) => {
      const refused = how === "at once" ? refusedAtOnce : failed;
      for (const [recipient, expected] of [
        ["a", false],
        ["b", false],
        ["a", false],
        ["c", true],
      ] as const) {
        await refused(recipient);
        expect(circuits.stopped).toEqual({
          messages: expected,
          templates: false,
          voice_notes: false,
        });
      }
    },
  );

  test("does not stop messages to others when one recipient gets it again and again", async () => {
    for (let call = 0; call < 10; call += 1) {
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
    for (let call = 0; call < 20; call += 1) {
      await refusedAtOnce(`${call}`);
      if (call % 2 === 1) await accepted();
    }
    expect(isStopped()).toBe(false);
  });

  test("stops all messages when it comes by status between accepted calls", async () => {
    for (let call = 0; call < 20 && !isStopped(); call += 1) {
      await accepted();
      await failed(`${call}`);
    }
    expect(isStopped()).toBe(true);
  });

  test("is forgotten after a delivery when it came by status", async () => {
    for (let call = 0; call < 20; call += 1) {
      await accepted();
      await failed(`${call}`);
      if (call % 2 === 1) circuits.delivered();
    }
    expect(isStopped()).toBe(false);
  });

  test("by status stops all messages again after an accepted probe, until a delivery", async () => {
    for (const recipient of ["a", "b", "c"]) await failed(recipient);
    const probe = async () => {
      await vi.advanceTimersByTimeAsync(probeEveryMs);
      await accepted();
      expect(isStopped()).toBe(false);
    };
    await probe();
    await failed("d");
    expect(isStopped()).toBe(true);
    await probe();
    circuits.delivered();
    await failed("d");
    expect(isStopped()).toBe(false);
  });
});

test("a refusal of voice notes stops voice notes only", async () => {
  const circuits = new SenderCircuits(probeEveryMs, silentLogger);
  circuits.refused("voice_notes", 422, null);
  await vi.advanceTimersByTimeAsync(0);
  expect(circuits.stopped).toEqual({ messages: false, templates: false, voice_notes: true });
  const openFor = (form: "text" | "voice" | "template") =>
    circuits.for(form).filter(([, { state }]) => state === CircuitState.Open).length;
  expect([openFor("text"), openFor("template"), openFor("voice")]).toEqual([0, 0, 1]);
});

import { silentLogger } from "@matinale/kit/testing";
import { BrokenCircuitError, CircuitState } from "cockatiel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SenderCircuits } from "./sender-circuit.ts";

const probeEveryMs = 1_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Circuits that have just been opened by a refusal of templates, at the time of their first probe. */
async function templatesRefused() {
  const circuits = new SenderCircuits(probeEveryMs, silentLogger);
  circuits.refused("templates", 131048);
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

test("one refusal of templates opens their circuit only, three unknown codes stop all messages", async () => {
  const circuits = new SenderCircuits(probeEveryMs, silentLogger);
  for (const expected of [false, false, true]) {
    circuits.refused("unknown", 139_999);
    await vi.advanceTimersByTimeAsync(0);
    expect(circuits.stopped).toEqual({ messages: expected, templates: false, voice_notes: false });
  }
});

test("a refusal of voice notes stops voice notes only", async () => {
  const circuits = new SenderCircuits(probeEveryMs, silentLogger);
  circuits.refused("voice_notes", 422);
  await vi.advanceTimersByTimeAsync(0);
  expect(circuits.stopped).toEqual({ messages: false, templates: false, voice_notes: true });
  const openFor = (form: "text" | "voice" | "template") =>
    circuits.for(form).filter(([, { state }]) => state === CircuitState.Open).length;
  expect([openFor("text"), openFor("template"), openFor("voice")]).toEqual([0, 0, 1]);
});

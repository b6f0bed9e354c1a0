import { expect, test } from "vitest";
import { createCircuit } from "./circuit.ts";

function circuitAt(start = 0) {
  const clock = { now: start };
  return { clock, circuit: createCircuit(() => clock.now) };
}
const fail = (circuit: ReturnType<typeof createCircuit>, times: number) => {
  for (let time = 0; time < times; time += 1) circuit.enter()!.failed();
};

test("failures that are not in a row refuse nobody", () => {
  const { circuit } = circuitAt();
  fail(circuit, 2);
  circuit.enter()!.answered();
  fail(circuit, 2);
  expect(circuit.isOpen).toBe(false);
  expect(circuit.enter()).not.toBeNull();
});

test("after three in a row calls are refused, then one at a time may try", () => {
  const { circuit, clock } = circuitAt();
  fail(circuit, 3);
  expect(circuit.isOpen).toBe(true);
  expect(circuit.enter()).toBeNull();
  expect(circuit.waitMs()).toBe(1_000);

  clock.now += 1_000;
  const trial = circuit.enter();
  expect(trial).not.toBeNull();
  expect(circuit.enter()).toBeNull();
  trial!.answered();
  expect(circuit.isOpen).toBe(false);
  expect(circuit.enter()).not.toBeNull();
});

test("a trial that fails begins another pause", () => {
  const { circuit, clock } = circuitAt();
  fail(circuit, 3);
  clock.now += 1_000;
  circuit.enter()!.failed();
  expect(circuit.enter()).toBeNull();
  clock.now += 1_000;
  expect(circuit.enter()).not.toBeNull();
});

test("a trial that never ends, or whose client leaves, does not refuse everybody for good", () => {
  const { circuit, clock } = circuitAt();
  fail(circuit, 3);
  clock.now += 1_000;
  const lost = circuit.enter();
  expect(lost).not.toBeNull();
  clock.now += 5_000;
  const left = circuit.enter();
  expect(left).not.toBeNull();
  left!.unknown();
  clock.now += 1_000;
  expect(circuit.enter()).not.toBeNull();
});

test("calls that were under way when it opened close it by answering", () => {
  const { circuit } = circuitAt();
  const slow = circuit.enter();
  fail(circuit, 3);
  slow!.answered();
  slow!.failed();
  expect(circuit.isOpen).toBe(false);
});

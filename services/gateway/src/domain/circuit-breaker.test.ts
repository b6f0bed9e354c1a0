import { expect, test, vi } from "vitest";
import { createCircuitBreaker } from "./circuit-breaker.ts";

/** A service whose state the test sets; each look and each pause lasts until the test lets it end. */
function watched() {
  const looks: ((answers: boolean) => void)[] = [];
  const pauses: (() => void)[] = [];
  const circuit = createCircuitBreaker(
    () => new Promise<boolean>((resolve) => looks.push(resolve)),
    () => new Promise<void>((resolve) => pauses.push(resolve)),
  );
  const next = async <T>(queue: T[]): Promise<T> => {
    await vi.waitFor(() => expect(queue).not.toEqual([]));
    return queue.shift()!;
  };
  return {
    circuit,
    looks,
    looked: async (answers: boolean) => (await next(looks))(answers),
    paused: async () => (await next(pauses))(),
  };
}

test("opens after one timeout, until a probe succeeds", async () => {
  const { circuit, looked, paused } = watched();
  circuit.recordTimeout();
  expect(circuit.isOpen).toBe(true);
  await looked(false);
  await paused();
  expect(circuit.isOpen).toBe(true);
  await looked(true);
  await vi.waitFor(() => expect(circuit.isOpen).toBe(false));
});

test("stays closed after a broken connection when the probe succeeds", async () => {
  const { circuit, looked, looks } = watched();
  circuit.recordConnectionError();
  expect(circuit.isOpen).toBe(false);
  await looked(true);
  expect(circuit.isOpen).toBe(false);
  expect(looks).toEqual([]);
});

test("opens after a broken connection when the probe fails", async () => {
  const { circuit, looked, paused } = watched();
  circuit.recordConnectionError();
  await looked(false);
  await vi.waitFor(() => expect(circuit.isOpen).toBe(true));
  await paused();
  await looked(true);
  await vi.waitFor(() => expect(circuit.isOpen).toBe(false));
});

test("runs one probe at a time, however many calls failed", async () => {
  const { circuit, looks } = watched();
  for (let call = 0; call < 20; call += 1) circuit.recordTimeout();
  circuit.recordConnectionError();
  expect(looks).toHaveLength(1);
});

test("closes when a call that was on its way is answered", () => {
  const { circuit } = watched();
  circuit.recordTimeout();
  circuit.recordAnswer();
  expect(circuit.isOpen).toBe(false);
});

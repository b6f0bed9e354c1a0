import { expect, test, vi } from "vitest";
import { createCircuitBreaker } from "./circuit-breaker.ts";

/** A circuit breaker whose probes and pauses end when the test says so. */
function controlledBreaker() {
  const probes: ((isAnswering: boolean) => void)[] = [];
  const pauses: (() => void)[] = [];
  const circuit = createCircuitBreaker(
    () => new Promise<boolean>((resolve) => probes.push(resolve)),
    () => new Promise<void>((resolve) => pauses.push(resolve)),
  );
  const next = async <T>(queue: T[]): Promise<T> => {
    await vi.waitFor(() => expect(queue).not.toEqual([]));
    return queue.shift()!;
  };
  return {
    circuit,
    probes,
    endProbe: async (isAnswering: boolean) => (await next(probes))(isAnswering),
    endPause: async () => (await next(pauses))(),
  };
}

test("opens after one timeout, until a probe succeeds", async () => {
  const { circuit, endProbe, endPause } = controlledBreaker();
  circuit.recordTimeout();
  expect(circuit.isOpen).toBe(true);
  await endProbe(false);
  await endPause();
  expect(circuit.isOpen).toBe(true);
  await endProbe(true);
  await vi.waitFor(() => expect(circuit.isOpen).toBe(false));
});

test("stays closed after a broken connection when the probe succeeds", async () => {
  const { circuit, endProbe, probes } = controlledBreaker();
  circuit.recordConnectionError();
  expect(circuit.isOpen).toBe(false);
  await endProbe(true);
  expect(circuit.isOpen).toBe(false);
  expect(probes).toEqual([]);
});

test("opens after a broken connection when the probe fails", async () => {
  const { circuit, endProbe, endPause } = controlledBreaker();
  circuit.recordConnectionError();
  await endProbe(false);
  await vi.waitFor(() => expect(circuit.isOpen).toBe(true));
  await endPause();
  await endProbe(true);
  await vi.waitFor(() => expect(circuit.isOpen).toBe(false));
});

test("runs one probe at a time, however many calls failed", async () => {
  const { circuit, probes } = controlledBreaker();
  for (let call = 0; call < 20; call += 1) circuit.recordTimeout();
  circuit.recordConnectionError();
  expect(probes).toHaveLength(1);
});

test("closes when an earlier call is answered after all", () => {
  const { circuit } = controlledBreaker();
  circuit.recordTimeout();
  circuit.recordAnswer();
  expect(circuit.isOpen).toBe(false);
});

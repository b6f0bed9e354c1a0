import { expect, test } from "vitest";
import { senderCircuit } from "./sender-circuit.ts";

test("after a refusal lets one probe at a time call, until the provider accepts a message", () => {
  let now = 0;
  const circuit = senderCircuit(15_000, () => now);
  expect(circuit.admit()).toBe("go");
  expect(circuit.accepted()).toBe(false);

  expect([circuit.refused(), circuit.refused()]).toEqual([true, false]);
  expect([circuit.isStopped(), circuit.admit(), circuit.probeIsDue()]).toEqual([
    true,
    "wait",
    false,
  ]);

  now = 15_000;
  expect([circuit.probeIsDue(), circuit.probeIsDue()]).toEqual([true, false]);
  // The health check has not allowed a probe: no call.
  expect(circuit.admit()).toBe("wait");
  now = 30_000;
  expect(circuit.probeIsDue()).toBe(true);
  circuit.allowProbe();
  expect(circuit.probeIsDue()).toBe(false);
  expect([circuit.admit(), circuit.admit()]).toEqual(["probe", "wait"]);

  expect(circuit.refused()).toBe(false);
  expect(circuit.probeIsDue()).toBe(false);
  now = 45_000;
  expect(circuit.probeIsDue()).toBe(true);
  circuit.allowProbe();
  expect(circuit.admit()).toBe("probe");
  expect(circuit.accepted()).toBe(true);
  expect([circuit.isStopped(), circuit.admit()]).toEqual([false, "go"]);
});

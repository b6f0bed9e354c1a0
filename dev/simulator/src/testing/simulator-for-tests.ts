import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Running, runningSimulator } from "./running-simulator.ts";

/**
 * Runs a simulator for the tests of a file. Before each test it has its first state, and its webhook receiver
 * has received nothing.
 *
 * @param assign  receives the simulator before the first test
 */
export function simulatorForTests(
  assign: (simulator: Running) => void,
  options?: Parameters<typeof runningSimulator>[0],
): void {
  let simulator: Running | undefined;
  beforeAll(async () => {
    simulator = await runningSimulator(options);
    assign(simulator);
  });
  beforeEach(async () => {
    await simulator?.sim("DELETE", "/state");
    simulator?.receiver.hooks.splice(0);
  });
  afterAll(() => simulator?.close());
}

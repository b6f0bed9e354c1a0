import { vi } from "vitest";

/**
 * A condition is waited for as long as a busy machine may need: vi.waitFor would give up after
 * one second unless told otherwise, and has no setting for it.
 */
const patienceMs = 10_000;
const { waitFor } = vi;
vi.waitFor = (condition, options = patienceMs) => waitFor(condition, options);

const longestWaitMs = 1000;

/**
 * Calls `act` when the browser is idle, at the latest after a second.
 *
 * @returns a function that cancels the call
 */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const pending = requestIdleCallback(act, { timeout: longestWaitMs });
  return () => cancelIdleCallback(pending);
}

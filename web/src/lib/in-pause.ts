const longestWaitMs = 1000;

/**
 * Does something once the page has nothing else to do.
 *
 * @returns calls it off
 */
export function inPause(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const pause = requestIdleCallback(act, { timeout: longestWaitMs });
  return () => cancelIdleCallback(pause);
}

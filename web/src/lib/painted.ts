const longestWaitMs = 1000;

/**
 * Until the browser has shown something of the page. A page in the background is not painted, and a
 * browser that does not tell is waited for no longer than a second.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, longestWaitMs);
  });

/** A message from the supervisor to the `up` that started it. */
export type Progress =
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "done"; readonly what: string; readonly ms: number }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "ready" };

export const isProgress = (message: unknown): message is Progress =>
  typeof message === "object" && message !== null && "kind" in message;

export type Report = (progress: Progress) => void;

export async function step<T>(report: Report, what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  report({ kind: "done", what, ms: performance.now() - started });
  return result;
}

export function printProgress(progress: Progress): void {
  if (progress.kind === "note") process.stdout.write(`    ${progress.text}\n`);
  if (progress.kind === "done") {
    const seconds = `${(progress.ms / 1000).toFixed(1)} s`;
    process.stdout.write(`  ✓ ${progress.what.padEnd(48)} ${seconds.padStart(7)}\n`);
  }
}

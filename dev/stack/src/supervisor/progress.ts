// What `up` prints while it starts the stack. The supervisor prints it into its log.

export const printNote = (text: string): void => void process.stdout.write(`    ${text}\n`);

export function printDone(what: string, ms: number): void {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  process.stdout.write(`  ✓ ${what.padEnd(48)} ${seconds.padStart(7)}\n`);
}

export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  printDone(what, performance.now() - started);
  return result;
}

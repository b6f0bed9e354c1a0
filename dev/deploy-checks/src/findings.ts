/** Counts and prints the results of checks. */
export class Findings {
  passed = 0;
  failed = 0;
  readonly #started = performance.now();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Runs one check. It passes unless it throws or returns problems. */
  async check(
    name: string,
    run: () => Promise<readonly string[] | void> | readonly string[] | void,
  ): Promise<void> {
    let problems: readonly string[];
    try {
      problems = (await run()) ?? [];
    } catch (error) {
      problems = [error instanceof Error ? error.message : String(error)];
    }
    if (problems.length === 0) {
      this.passed += 1;
      this.#print(`  ✓ ${name}`);
    } else {
      this.failed += 1;
      this.#print([`  ✗ ${name}`, ...problems.map((line) => `      ${line}`)].join("\n"));
    }
  }

  printSummary(): void {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    if (this.failed > 0) this.#print(`\n  ${this.failed} failed`);
    this.#print(`  ${this.passed} passed (${seconds}s)`);
  }
}

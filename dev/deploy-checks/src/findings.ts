/** What was looked at, and what was found wrong. */
export class Findings {
  passed = 0;
  failed = 0;
  readonly #started = performance.now();
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** One thing to look at: it passes unless it throws or answers complaints. */
  async check(
    name: string,
    look: () => Promise<readonly string[] | void> | readonly string[] | void,
  ): Promise<void> {
    let complaints: readonly string[];
    try {
      complaints = (await look()) ?? [];
    } catch (error) {
      complaints = [error instanceof Error ? error.message : String(error)];
    }
    if (complaints.length === 0) {
      this.passed += 1;
      this.#say(`  ✓ ${name}`);
    } else {
      this.failed += 1;
      this.#say([`  ✗ ${name}`, ...complaints.map((line) => `      ${line}`)].join("\n"));
    }
  }

  sumUp(): void {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    if (this.failed > 0) this.#say(`\n  ${this.failed} failed`);
    this.#say(`  ${this.passed} passed (${seconds}s)`);
  }
}

import { CommandFailed } from "@matinale/dev-services";

/** The whole output of a program that failed, or the message of another error. */
export const messageOf = (error: unknown): string =>
  error instanceof CommandFailed ? error.output.trim() : String(error);

/** A problem unless the work fails and its message contains this text. */
export async function failsWith(text: string, work: Promise<unknown>): Promise<string[]> {
  const output = await work.then(() => "no error", messageOf);
  return output.includes(text) ? [] : [`expected “${text}”, got ${output}`];
}

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

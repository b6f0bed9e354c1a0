const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);

export function percentile(values: readonly number[], share: number): number {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints what was promised and what was found, and remembers whether the two agree. */
export function gates() {
  let broken = 0;
  return {
    expect: (what: string, holds: boolean): void => {
      if (!holds) broken += 1;
      print(`${holds ? "ok  " : "FAIL"}  ${what}`);
    },
    /** Ends the process: 1 when something promised did not hold. */
    end: (): void => {
      process.exitCode = broken === 0 ? 0 : 1;
    },
  };
}

/** Counts only, in seconds. */
export const smoke = process.argv.includes("--smoke");

/** The compiled code is present: two benches that compile at once would delete each other's output. */
export const isCompiled = process.argv.includes("--compiled");

/** Numbers given as `--name 1,2,3`. */
export function listOf(name: string, otherwise: number[]): number[] {
  const at = process.argv.indexOf(name);
  const given = at < 0 ? undefined : process.argv[at + 1];
  return given === undefined ? otherwise : given.split(",").map(Number);
}

/** A number given as `--name 1`. */
export const numberOf = (name: string, otherwise: number): number =>
  listOf(name, [otherwise])[0] ?? otherwise;

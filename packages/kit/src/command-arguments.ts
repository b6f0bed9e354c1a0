import { parseArgs, type ParseArgsConfig } from "node:util";

/** Ends an operator's command whose arguments are wrong: prints its usage, and the exit code is 2. */
export function endWithUsage(usage: string): never {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

/** The arguments of an operator's command. Wrong ones end it with its usage. */
export function commandArguments<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config);
  } catch {
    return endWithUsage(usage);
  }
}

export interface Instruction {
  /** COPY, RUN, … */
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  /** An image, or the name of an earlier stage. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Parses a Dockerfile: drops comments and joins continued lines. Here-documents are not supported. */
export function parseDockerfile(text: string) {
  /** Before the first stage, with their defaults. */
  const args: Record<string, string> = {};
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const line of logicalLines(text)) {
    const [, name = "", rest = ""] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
    const stage = stages.at(-1);
    if (name === "FROM") {
      const [, from = "", as = ""] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
      stages.push({ name: as, from: substitute(from, args), instructions: [] });
    } else if (stage) {
      stage.instructions.push({ name, text: rest });
    } else if (name === "ARG") {
      const [key = "", value = ""] = rest.split("=", 2);
      args[key] = value;
    } else {
      throw new Error(`${name} before the first FROM`);
    }
  }
  return { args, stages };
}

export const stagesOf = (text: string): Set<string> =>
  new Set(parseDockerfile(text).stages.map(({ name }) => name));

/** Replaces `${NAME}` by its value. Unknown names become empty, as in a Dockerfile. */
export const substitute = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

const logicalLines = (text: string): string[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\[^\S\n]*\n/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

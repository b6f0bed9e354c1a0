const tools = ["make", "kubectl", "helm", "npm", "npx", "node", "./matinale"];
const isCommand = (text: string): boolean => tools.some((tool) => text.startsWith(`${tool} `));

/** Commands on a page: lines of shell blocks, with continued lines joined, and inline code. */
export function commandsOf(page: string): string[] {
  const lines = blocksOf(page, "sh").flatMap((text) => text.replaceAll(/\\\n/g, " ").split("\n"));
  return [...lines.map((line) => line.replace(/\s+#.*$/, "").trim()), ...spansOf(page)].filter(
    isCommand,
  );
}

/** Blocks of a language, without the indentation of their fence. */
export function blocksOf(page: string, language: string): string[] {
  const fenced = new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\``, "gms");
  return [...page.matchAll(fenced)].map(([, indent = "", text = ""]) =>
    text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

export function spansOf(page: string): string[] {
  const prose = page.replaceAll(/^ *```.*?^ *```/gms, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
}

/** Fragments by which links lead to the headings of a page, as GitHub makes them. */
export const fragmentsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

export function linksOf(page: string): string[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

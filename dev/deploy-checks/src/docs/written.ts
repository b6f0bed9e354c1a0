const tools = ["make", "kubectl", "helm", "npm", "node"];
const isCommand = (text: string): boolean => tools.some((tool) => text.startsWith(`${tool} `));

/** What a page tells its reader to type: lines of shell blocks, joined where they go on, and commands in a sentence. */
export function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(/^( *)```sh\n(.*?)^ *```/gms)].flatMap(([, , text = ""]) =>
    text.replaceAll(/\\\n/g, " ").split("\n"),
  );
  return [...blocks.map((line) => line.replace(/\s+#.*$/, "").trim()), ...spansOf(page)].filter(
    isCommand,
  );
}

/** What a page sets in the type of code, outside blocks. */
export function spansOf(page: string): string[] {
  const prose = page.replaceAll(/^ *```.*?^ *```/gms, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
}

/** Files that a page links to, as it names them. */
export function linksOf(page: string): string[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../dev/stack/src/places.ts";

/** Settings of the machine, which a stack for tests shares with the developer's. */
const shared: ReadonlySet<string> = new Set(["BACKING", "MATINALE_CACHE"]);

/** Names of the variables that a developer can set, from the text of .env.example. */
export const settingsIn = (example: string): string[] =>
  [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);

/**
 * Variables of a stack for tests. The developer's providers and stores are empty: a test must not send messages or
 * mails to real people, and must not write into the databases of another stack. `.env` does not set a variable that is
 * empty in the environment.
 */
export function ownStack(folder: string): Record<string, string> {
  const settings = settingsIn(readFileSync(join(root, ".env.example"), "utf8"));
  const empty = settings.filter((name) => !shared.has(name)).map((name) => [name, ""]);
  return { ...Object.fromEntries(empty), RUN_FOLDER: folder, APP_PORT: "0", PHONE_PORT: "0" };
}

import { existsSync, readdirSync } from "node:fs";

/** Folders directly in a folder, without hidden ones. */
export const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
        .map(({ name }) => name)
    : [];

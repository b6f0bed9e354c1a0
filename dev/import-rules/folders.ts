import { existsSync, readdirSync } from "node:fs";

/** Files and folders directly in a folder, without hidden ones. */
export const namesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
export const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? namesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : [];

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

export const read = (file: string): string => readFileSync(join(root, file), "utf8");

export const missingFiles = (files: readonly string[]): string[] =>
  files.filter((file) => !existsSync(join(root, file)));

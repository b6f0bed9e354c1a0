import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ZodType } from "zod";

/** Replaces a file atomically: readers see the old content or the new one, never a part. */
export function writeJson(file: string, value: unknown, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  const newFile = `${file}.${process.pid}.new`;
  writeFileSync(newFile, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(newFile, file);
}

/** The content of a file, or undefined when the file is missing or does not match the schema. */
export function readJson<T>(file: string, schema: ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

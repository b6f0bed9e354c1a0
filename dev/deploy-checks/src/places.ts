import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

export const read = (file: string): Promise<string> => readFile(join(root, file), "utf8");

/** A problem for each file that the repository does not have. */
export async function missingFiles(files: readonly string[]): Promise<string[]> {
  const results = await Promise.all(
    files.map((file) =>
      access(join(root, file)).then(
        () => [],
        () => [`there is no ${file}`],
      ),
    ),
  );
  return results.flat();
}

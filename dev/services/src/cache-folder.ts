import { homedir } from "node:os";
import { join } from "node:path";

/** Where downloads and unpacked engines are kept between runs; safe to delete at any time when nothing runs. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return (
    env["MATINALE_CACHE"] || join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "matinale")
  );
}

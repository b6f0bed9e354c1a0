import { homedir } from "node:os";
import { join } from "node:path";

/** Folder of downloads and unpacked programs, kept between runs. Safe to delete while nothing runs. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return (
    env["MATINALE_CACHE"] || join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "matinale")
  );
}

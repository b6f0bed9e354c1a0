import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isReachable } from "./ports.ts";

/**
 * Runs `work` under a lock: one process on this machine at a time for each folder.
 *
 * The lock is a listening Unix socket. The kernel closes it when its owner dies, so no lock is left behind.
 */
export async function withInstallationLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const server = await acquire(addressOf(folder));
  try {
    return await work();
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

/**
 * Makes a file or a folder that is kept between runs, once on this machine. After a failure nothing of it is left.
 *
 * @param make  works in an empty folder; returns the path in it that becomes `target`
 * @returns `target`
 */
export async function installOnce(
  target: string,
  make: (work: string) => Promise<string>,
): Promise<string> {
  if (existsSync(target)) return target;
  return withInstallationLock(target, async () => {
    if (existsSync(target)) return target;
    await mkdir(dirname(target), { recursive: true });
    const work = await mkdtemp(`${target}-`);
    try {
      await rename(await make(work), target);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return target;
  });
}

function addressOf(folder: string): string {
  const name = `matinale-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`;
  // An abstract socket address of Linux: it is no file and disappears with the process.
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function acquire(address: string): Promise<Server> {
  for (;;) {
    const server = await listen(address);
    if (server) return server;
    if (!address.startsWith("\0") && !(await isReachable({ path: address })))
      rmSync(address, { force: true });
    await delay(100);
  }
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

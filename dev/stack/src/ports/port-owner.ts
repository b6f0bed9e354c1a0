import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { readText } from "@matinale/dev-services";

export interface PortOwner {
  readonly pid: number;
  readonly command: string;
}

/** The process that listens on a port. Undefined when there is none or when it is not visible to this user. */
export function portOwner(port: number): PortOwner | undefined {
  return process.platform === "linux" ? fromProc(port) : fromLsof(port);
}

/** Inodes of the sockets that listen on a port, from the text of /proc/net/tcp or tcp6 (proc(5)). */
export function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const listening = "0A";
  return table.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [, local, , state, , , , , , inode] = fields;
    return local?.endsWith(suffix) && state === listening && inode ? [inode] : [];
  });
}

function fromProc(port: number): PortOwner | undefined {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readText(file) ?? "");
  const sockets = new Set(
    tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`),
  );
  if (sockets.size === 0) return undefined;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => holdsOneOf(candidate, sockets));
  return pid === undefined ? undefined : { pid: Number(pid), command: commandOf(pid) };
}

function holdsOneOf(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false; // Closed in the meantime.
      }
    });
  } catch {
    return false; // Ended in the meantime, or a process of another user.
  }
}

function commandOf(pid: string): string {
  return (readText(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim().slice(0, 120);
}

function fromLsof(port: number): PortOwner | undefined {
  const args = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"];
  const { stdout } = spawnSync("lsof", args, { encoding: "utf8" });
  const [, pid, command] = /^p(\d+)\n(?:.*\n)*?c(.*)$/m.exec(stdout ?? "") ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), command: command ?? "" };
}

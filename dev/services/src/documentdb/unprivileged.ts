import { runCommand } from "../process/run-command.ts";

/** How to run a program that refuses to run as root, and which user owns its files. */
export interface Unprivileged {
  /** Words to put before the command; empty for an ordinary user. */
  readonly prefix: readonly string[];
  /** User and group id that must own the data, unless it is the current user. */
  readonly owner?: number;
}

const nobodyId = 65_534;

/**
 * PostgreSQL refuses to run as root. Root therefore switches to the user `nobody` and keeps only CAP_DAC_OVERRIDE, to
 * pass through its own closed home folder. With `no_setuid_fixup`, access(2) respects that capability too, which initdb
 * needs. Where capabilities cannot be set, a user namespace is used.
 */
export async function unprivileged(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const prefix = [
    "setpriv",
    `--reuid=${nobodyId}`,
    `--regid=${nobodyId}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  const [command = "", ...args] = [...prefix, "true"];
  return runCommand(command, args).then(
    () => ({ prefix, owner: nobodyId }),
    () => ({ prefix: ["unshare", "--user", "--map-user=1000", "--map-group=1000"] }),
  );
}

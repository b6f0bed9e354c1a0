import { runCommand } from "../run-command.ts";

/** How to run a program that refuses to be root, and who then owns its files. */
export interface Unprivileged {
  /** Words to put before the command; empty for an ordinary user. */
  readonly prefix: readonly string[];
  /** User and group id that must own the data, when it is not ours. */
  readonly owner?: number;
}

const nobody = 65_534;

/**
 * PostgreSQL refuses to run as root. Root therefore becomes `nobody`, keeping only the right to pass through its own
 * closed home folder (CAP_DAC_OVERRIDE). `no_setuid_fixup` makes access(2) honour that right too, which initdb asks.
 * Where capabilities are not ours to give, a user namespace does it.
 */
export async function unprivileged(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const prefix = [
    "setpriv",
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  const [command = "", ...args] = [...prefix, "true"];
  return runCommand(command, args).then(
    () => ({ prefix, owner: nobody }),
    () => ({ prefix: ["unshare", "--user", "--map-user=1000", "--map-group=1000"] }),
  );
}

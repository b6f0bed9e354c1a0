import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compileCache } from "./program.ts";

const main = fileURLToPath(new URL("../../../../dev/simulator/src/main.ts", import.meta.url));

/** Starts the simulator in its own process: services import nothing from it. @param env  its environment but ports */
export async function startSimulator(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...compileCache(),
      ...env,
      PATH: process.env["PATH"] ?? "",
      PHONE_PORT: "0",
      MAIL_PORT: "0",
    },
    // the channel closes when this process ends, also when it is killed: then the simulator ends too
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  const { url, smtpUrl } = await new Promise<{ url: string; smtpUrl: string }>(
    (resolve, reject) => {
      child.once("exit", () => reject(new Error(`the simulator ended: ${output}`)));
      child.stdout?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const url = /(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output)?.[1];
        const smtpUrl = /(smtp:\/\/127\.0\.0\.1:\d+)\n/.exec(output)?.[1];
        if (url !== undefined && smtpUrl !== undefined) resolve({ url, smtpUrl });
      });
    },
  );
  return {
    url,
    /** Where it receives mail. */
    smtpUrl,
    /** Calls the simulator's own API, under /sim. */
    async sim<Answer>(method: string, path: string, body?: object): Promise<Answer> {
      const answer = await fetch(`${url}/sim${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      const text = await answer.text();
      return (text === "" ? null : JSON.parse(text)) as Answer;
    },
    async close(): Promise<void> {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../../../dev/simulator/src/main.ts", import.meta.url));

/** A speech call as the simulator logs it; `type` is the voice. */
export type SpeechCall = { kind: string; type?: string; accepted: boolean };

/** Starts the simulator in its own process, as in development: the voices of Google and OpenAI. */
export async function simulatedSpeech() {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"] ?? "", PHONE_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`the simulator ended: ${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /(http:\/\/127\.0\.0\.1:\d+)\n/u.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const sim = (method: string, path: string, body?: object) =>
    fetch(`${url}/sim${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    faults: (faults: object) => sim("PUT", "/faults", faults),
    reset: () => sim("DELETE", "/state"),
    log: async () => (await (await sim("GET", "/log")).json()) as SpeechCall[],
    close: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

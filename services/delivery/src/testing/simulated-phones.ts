import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { IncomingHttpHeaders } from "node:http";
import { listen } from "@matinale/kit/testing";

/** One webhook call, as it was received. */
export interface Hook {
  header: (name: string) => string | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export interface ShownMessage {
  id: string;
  direction: "in" | "out";
  type: string;
  text?: string;
  audio?: { voice: boolean };
  status: string;
}

export interface LoggedCall {
  kind: string;
  to?: string;
  accepted: boolean;
  code?: number;
}

export const keys = {
  WHATSAPP_PHONE_NUMBER_ID: "100000000000001",
  WHATSAPP_TOKEN: "token-of-the-tests",
  WHATSAPP_APP_SECRET: "app-secret-of-the-tests",
  WHATSAPP_BUSINESS_NUMBER: "33700000000",
  WAHA_API_KEY: "waha-key-of-the-tests",
  WAHA_HMAC_KEY: "waha-hmac-key-of-the-tests",
};

const main = fileURLToPath(new URL("../../../../dev/simulator/src/main.ts", import.meta.url));

/**
 * Starts the simulator in its own process, as in development: phones and their provider.
 *
 * @param onHook  handles every webhook call and returns the status of the answer
 */
export async function simulatedPhones(
  adapter: "cloud-api" | "waha",
  onHook: (hook: Hook) => Promise<number>,
) {
  const receiver = await listen((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const { headers } = req;
      const header = (name: string) => {
        const value = headers[name];
        return typeof value === "string" ? value : undefined;
      };
      onHook({ header, headers, bytes: Buffer.concat(chunks) }).then(
        (status) => res.writeHead(status).end(),
        () => res.writeHead(500).end(),
      );
    });
  });
  const child = spawn(process.execPath, [main], {
    env: {
      ...keys,
      PATH: process.env["PATH"] ?? "",
      PHONE_PORT: "0",
      WEBHOOK_URL: `${receiver.url}/webhooks/whatsapp`,
      WHATSAPP_ADAPTER: adapter,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`the simulator ended: ${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });

  async function sim<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${url}/sim${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    const text = await answer.text();
    return (text === "" ? null : JSON.parse(text)) as Answer;
  }

  return {
    url,
    faults: (faults: object) => sim("PUT", "/faults", faults),
    change: (digits: string, state: object) => sim("PUT", `/phones/${digits}`, state),
    write: (digits: string, text: string) => sim("POST", `/phones/${digits}/messages`, { text }),
    read: (digits: string) => sim("POST", `/phones/${digits}/read`),
    play: (digits: string) => sim("POST", `/phones/${digits}/played`),
    messages: (digits: string) => sim<ShownMessage[]>("GET", `/phones/${digits}/messages`),
    log: () => sim<LoggedCall[]>("GET", "/log"),
    reset: () => sim("DELETE", "/state"),
    close: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
      await receiver.close();
    },
  };
}

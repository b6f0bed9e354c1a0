import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen, startSimulator } from "@matinale/kit/testing";

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

/** Starts the simulator of phones and provider. @param onHook  handles webhook calls and returns the answer's status */
export async function simulatedPhones(
  adapter: "cloud-api" | "waha",
  onHook: (hook: Hook) => Promise<number>,
) {
  const receiver = await listen(async (req, res) => {
    const { headers } = req;
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === "string" ? value : undefined;
    };
    const status = await buffer(req)
      .then((bytes) => onHook({ header, headers, bytes }))
      .catch(() => 500);
    res.writeHead(status).end();
  });
  const { url, sim, close } = await startSimulator({
    ...keys,
    WEBHOOK_URL: `${receiver.url}/webhooks/whatsapp`,
    WHATSAPP_ADAPTER: adapter,
  });

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
      await close();
      await receiver.close();
    },
  };
}

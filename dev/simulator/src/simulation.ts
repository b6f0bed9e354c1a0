import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { createCallLog } from "./call-log.ts";
import type { Change } from "./changes.ts";
import type { Config } from "./config.ts";
import { createFaults } from "./faults.ts";
import { createInbox } from "./mail/inbox.ts";
import { createPhones } from "./phone/phones.ts";
import { wahaFormat } from "./waha/events.ts";
import { createMediaStore } from "./whatsapp/media-store.ts";
import { cloudApiFormat } from "./whatsapp/webhook-payload.ts";
import { createWebhooks } from "./whatsapp/webhooks.ts";

export type Simulation = ReturnType<typeof createSimulation>;

export interface Overrides {
  /** Epoch milliseconds. */
  now?: () => number;
  random?: () => number;
  confirmAfterMs?: number;
  retryMs?: number;
}

/** The state that the simulated providers share. */
export function createSimulation(
  config: Config,
  { now = Date.now, random = Math.random, confirmAfterMs = 400, retryMs = 250 }: Overrides = {},
) {
  const changes = new EventEmitter<{ change: [Change] }>().setMaxListeners(0);
  const faults = createFaults(now, random, changes);
  const log = createCallLog(now, changes);
  const inbox = createInbox(now, changes);
  const isLinkedPhone = config.WHATSAPP_ADAPTER === "waha";
  const format = isLinkedPhone ? wahaFormat(config, now) : cloudApiFormat(config);
  const webhooks = createWebhooks({ url: config.WEBHOOK_URL, format, faults, random, retryMs });
  const phones = createPhones({
    now,
    changes,
    publish: (item) => webhooks.push(item),
    newMessageId: isLinkedPhone
      ? () => `3EB0${randomBytes(9).toString("hex").toUpperCase()}`
      : () => `wamid.${randomBytes(27).toString("base64url")}`,
    confirmAfterMs,
  });
  const stopPending = () => {
    phones.clear();
    webhooks.clear();
  };
  const reset = () => {
    stopPending();
    log.clear();
    inbox.clear();
    faults.replace({});
    changes.emit("change", "reset");
  };
  return {
    config,
    now,
    random,
    changes,
    log,
    faults,
    inbox,
    media: createMediaStore(),
    phones,
    stopPending,
    reset,
  };
}

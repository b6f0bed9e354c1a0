import type { CallLog } from "./call-log.ts";
import type { Changes } from "./changes.ts";
import type { Config } from "./config.ts";
import type { Faults } from "./faults.ts";
import type { Inbox } from "./mail/inbox.ts";
import type { Phones } from "./phone/phones.ts";
import type { MediaStore } from "./whatsapp/media-store.ts";
import type { RateLimits } from "./whatsapp/rate-limits.ts";

/** The state that the simulated providers share. */
export interface Simulation {
  config: Config;
  /** Epoch milliseconds. */
  now: () => number;
  changes: Changes;
  log: CallLog;
  faults: Faults;
  inbox: Inbox;
  media: MediaStore;
  phones: Phones;
  limits: RateLimits;
}

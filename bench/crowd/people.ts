import { setTimeout as pause } from "node:timers/promises";
import { categories } from "@matinale/contracts";
import type { ResponseOf } from "@matinale/contracts/browser";
import { createAppClient, type AppClient } from "../../dev/stack/src/demo/app-client.ts";
import type { Choices } from "../harness/audience.ts";
import { phoneOf } from "../harness/readers.ts";

/** A reader with an account, created over the site's API. */
export interface Person {
  client: AppClient;
  choices: Choices;
  /** E.164 without plus. */
  digits: string;
}

export type HistoryEntry = ResponseOf<"GET /message-history">["history"][number];

const password = "a password for the crowd";
/** Categories that a trial allows. */
const trialCategories = 5;

const clockTime = (zone: string, at: Date): string =>
  at.toLocaleTimeString("fr-FR", { timeZone: zone, hour: "2-digit", minute: "2-digit" });

/** Signs up, logs in and sets preferences. The phone is connected later. */
export async function signUp(
  app: string,
  choices: Choices,
  number: number,
  stamp: string,
  dueAt: Date,
): Promise<Person> {
  const client = createAppClient(app);
  const email = `crowd-${stamp}-${number}@example.org`;
  const { language, country, zone, voice } = choices;
  await client.expect("POST /signup", {
    username: `crowd-${stamp}-${number}`,
    email,
    password,
    language,
  });
  await client.expect("POST /login", { email, password });
  const chosen = new Set(choices.categories.slice(0, trialCategories));
  for (const { id: categoryId, slug } of categories)
    if (chosen.has(slug))
      await whenKnown(() => client.expect("POST /user/categories", { categoryId }));
  await client.expect("PATCH /user/profile", { voicePreference: voice });
  await client.expect("PATCH /user/preferences", {
    language,
    country,
    timezone: zone,
    deliveryTime: clockTime(zone, dueAt),
    deliveryFrequency: "daily",
  });
  return { client, choices, digits: phoneOf(number).slice(1) };
}

export const connect = async ({ client, digits }: Person): Promise<void> => {
  await whenKnown(() => client.expect("POST /user/whatsapp/connect", { phone: `+${digits}` }));
};

export async function historyOf({ client }: Person): Promise<HistoryEntry[]> {
  return (await client.expect("GET /message-history")).history;
}

/** Repeats a call until the events about the new account have reached the service. */
async function whenKnown(call: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(100);
    }
  }
}

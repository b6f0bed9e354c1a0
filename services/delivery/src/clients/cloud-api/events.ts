import { z } from "zod";
import {
  accountFields,
  type AccountEvent,
  type AccountField,
  emptyWebhook,
  type Inbound,
  type Sender,
  type StatusReport,
  type Webhook,
} from "../../domain/channel/inbound.ts";
import { userIdPattern } from "../../domain/subscriber/phone.ts";
import { actionFor } from "./errors.ts";

const seconds = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}$/))
  .transform((value) => new Date(Number(value) * 1000));

/** A part of an item. The item is read without a part that is null or unreadable. */
const part = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Absent while the person hides the number. */
const number = part(z.string().regex(/^\d{5,20}$/));
const userId = part(z.string().regex(userIdPattern));

const status = z.object({
  id: z.string().min(1).max(256),
  status: z.enum(["sent", "delivered", "read", "played", "failed"]),
  timestamp: seconds,
  recipient_id: number,
  recipient_user_id: userId,
  biz_opaque_callback_data: part(z.string().max(512)),
  errors: part(z.array(z.object({ code: z.number().int() }))),
});

const captioned = part(z.object({ caption: z.string() }));
const content = z.object({
  text: part(z.object({ body: z.string() })),
  image: captioned,
  video: captioned,
  document: captioned,
});
const message = content.extend({
  id: z.string().min(1).max(256),
  from: number,
  from_user_id: userId,
  timestamp: seconds,
  type: part(z.string()),
  /** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/edit */
  edit: part(z.object({ message: content })),
  button: part(z.object({ payload: part(z.string().min(1)), text: part(z.string()) })),
  interactive: part(z.object({ button_reply: z.object({ id: z.string() }) })),
  /**
   * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/system.
   * Older versions of the API call the new number `new_wa_id`, and may name the old one `customer`.
   */
  system: part(
    z.object({
      type: z.string(),
      wa_id: number,
      new_wa_id: number,
      customer: number,
      user_id: userId,
      previous_user_id: userId,
    }),
  ),
});
type Message = z.infer<typeof message>;

const contact = z.object({ wa_id: number, user_id: userId });
type Contact = z.infer<typeof contact>;

/** System messages about a new number or user id of a person. */
const addressChangeTypes = new Set([
  "customer_changed_number",
  "user_changed_number",
  "user_changed_user_id",
  "user_id_update",
]);

/** Not written by a person: notices of WhatsApp, and deletions. They open no window. */
const notWritten = new Set(["revoke", "system"]);

/** Messages without text that a person has sent on purpose. Reactions are not. */
const mediaTypes = new Set([
  "audio",
  "contacts",
  "document",
  "image",
  "location",
  "sticker",
  "video",
]);

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/user_preferences */
const preference = z.object({
  wa_id: number,
  user_id: userId,
  category: z.literal("marketing_messages"),
  value: z.enum(["stop", "resume"]),
  timestamp: seconds,
});

const calls = z.object({ entry: z.array(z.unknown()) });
const entry = z.object({
  changes: z.array(z.unknown()),
  time: part(seconds),
});
const list = z
  .array(z.unknown())
  .nullish()
  .transform((items) => items ?? []);
const longestDetails = 2_000;
const aboutAccount = z.object({ field: z.enum(accountFields), value: z.unknown() });
const change = z.object({
  field: part(z.string()),
  value: z.object({
    /** Our number that the items are for. An app can have several numbers and gets the calls for all. */
    metadata: part(z.object({ phone_number_id: z.string() })),
    statuses: list,
    messages: list,
    contacts: list,
    user_preferences: list,
    /** Errors that belong to no message. */
    errors: list,
  }),
});

/**
 * Reads every entry and every change of a webhook call. Items of unknown kinds are counted and are no error.
 * An unreadable item does not affect the items beside it.
 *
 * @param phoneNumberId  the provider's id of our number; items for another number are only counted
 * @param receivedAt     the time of reports about the account without a time of the provider
 */
export function readWebhook(
  body: unknown,
  phoneNumberId: string,
  receivedAt = new Date(),
): Webhook {
  const found = emptyWebhook();
  const readable = <T>(schema: z.ZodType<T>, items: readonly unknown[]): T[] =>
    items.flatMap((item) => {
      const read = schema.safeParse(item);
      if (read.success) return [read.data];
      found.ignored += 1;
      return [];
    });
  const entries = readable(calls, [body]).flatMap((call) => readable(entry, call.entry));
  const changes = entries.flatMap(({ changes: all, time = hourOf(receivedAt) }) =>
    all.map((one) => ({ one, time })),
  );
  for (const { one, time } of changes) {
    const account = aboutAccount.safeParse(one).data;
    if (account !== undefined) {
      found.accountEvents.push(accountEvent(account.field, account.value, time));
      continue;
    }
    const [read] = readable(change, [one]);
    if (read === undefined) continue;
    const { metadata, statuses, messages, contacts, user_preferences, errors } = read.value;
    const items = statuses.length + messages.length + user_preferences.length;
    if (items + errors.length === 0) {
      found.ignored += 1;
      continue;
    }
    if (metadata !== undefined && metadata.phone_number_id !== phoneNumberId) {
      found.foreign += items;
      continue;
    }
    // Errors of a call, for example, do not concern the account.
    if (read.field !== undefined && read.field !== "messages") found.ignored += errors.length;
    else found.accountEvents.push(...errors.map((error) => accountEvent("errors", error, time)));
    found.statuses.push(...readable(status, statuses).map(statusReport));
    const known = contacts.flatMap((each) => contact.safeParse(each).data ?? []);
    for (const item of readable(message, messages)) addMessage(item, known, found);
    for (const item of readable(preference, user_preferences)) {
      const sender = senderOf(item.wa_id, item.user_id);
      if (sender === null) found.ignored += 1;
      else {
        const on = item.value === "resume";
        found.marketingPreferences.push({ ...sender, at: item.timestamp, on });
      }
    }
  }
  return found;
}

/** @returns null without a readable number and user id */
function senderOf(digits: string | undefined, id: string | undefined): Sender | null {
  if (digits === undefined) return id === undefined ? null : { from: id };
  return { from: digits, ...(id === undefined ? {} : { userId: id }) };
}

/** The user id of the sender among the contacts of the call. The only contact may hide its number. */
function contactId({ from }: Message, contacts: readonly Contact[]): string | undefined {
  const isOnly = contacts.length === 1;
  return contacts.find(({ wa_id }) =>
    wa_id === undefined || from === undefined ? isOnly : wa_id === from,
  )?.user_id;
}

/** Adds a message or a change of address. Without a readable person it is counted as ignored. */
function addMessage(item: Message, contacts: readonly Contact[], found: Webhook): void {
  const { system } = item;
  const isChange = system !== undefined && addressChangeTypes.has(system.type);
  const id = item.from_user_id ?? contactId(item, contacts);
  const sender = isChange
    ? senderOf(item.from ?? system.customer, system.previous_user_id ?? id)
    : senderOf(item.from, id);
  const to = isChange ? senderOf(system.wa_id ?? system.new_wa_id, system.user_id) : null;
  const isUnused = to === null && notWritten.has(item.type ?? "");
  if (sender === null || isUnused || (isChange && to === null)) found.ignored += 1;
  else if (to === null) found.messages.push(inbound(item, sender));
  else found.addressChanges.push({ ...sender, at: item.timestamp, to });
}

/** Empty when the value is nested too deeply. */
function detailsOf(value: unknown): string {
  try {
    return JSON.stringify(value ?? null).slice(0, longestDetails);
  } catch {
    return "";
  }
}

const hourMs = 3_600_000;

/** The time of a report without one: repeated calls add no event, and the same report of another day is one. */
const hourOf = (receivedAt: Date): Date =>
  new Date(Math.floor(receivedAt.getTime() / hourMs) * hourMs);

const accountEvent = (field: AccountField, value: unknown, at: Date): AccountEvent => ({
  field,
  at,
  details: detailsOf(value),
});

function statusReport(item: z.infer<typeof status>): StatusReport {
  const recipient = senderOf(item.recipient_id, item.recipient_user_id);
  return {
    messageId: item.id,
    status: item.status,
    at: item.timestamp,
    ...(item.status === "failed" ? failureOf(item.errors?.[0]?.code) : { code: 0 }),
    reference: item.biz_opaque_callback_data,
    ...(recipient?.userId === undefined ? {} : { recipient }),
  };
}

/** The text of a message, or what is written under its picture. */
const wordsOf = ({ text, image, video, document }: z.infer<typeof content>): string | undefined =>
  text?.body ?? image?.caption ?? video?.caption ?? document?.caption;

function inbound(item: Message, sender: Sender): Inbound {
  const tap = item.button?.payload ?? item.interactive?.button_reply.id;
  // A button without a payload is read as its title.
  const title = tap === undefined ? item.button?.text : undefined;
  return {
    ...sender,
    id: item.id,
    at: item.timestamp,
    // An edited message counts like a new one: a person may change it to STOP.
    text: wordsOf(item) ?? wordsOf(item.edit?.message ?? {}) ?? title ?? "",
    ...(tap === undefined ? {} : { tap }),
    ...(mediaTypes.has(item.type ?? "") ? { media: true } : {}),
  };
}

/** A failure without a code counts as a failure of this message only, not of the sender. */
const failureOf = (code: number | undefined): Pick<StatusReport, "code" | "action"> =>
  code === undefined ? { code: 0, action: "message" } : { code, action: actionFor(code, 400) };

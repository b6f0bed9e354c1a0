import type { Changes } from "../changes.ts";
import type { WebhookItem } from "../whatsapp/webhooks.ts";
import {
  type Content,
  type Message,
  Phone,
  type SettingsPatch,
  statuses,
  userIdOf,
  type Status,
} from "./phone.ts";

interface Dependencies {
  now: () => number;
  changes: Changes;
  /** Sends a webhook to the business. Resolves when the business has accepted it. */
  publish: (item: WebhookItem) => Promise<void>;
  /** A new message id in the format of the provider. */
  newMessageId: () => string;
  /** Delay until the owner replies to an opt-in request, like a person who takes time to react. */
  confirmAfterMs: number;
}

export type Writing = { text: string } | { button: string };

/** All simulated phones: their messages, the actions of their owners and the resulting receipts. */
export function createPhones({
  now,
  changes,
  publish,
  newMessageId,
  confirmAfterMs,
}: Dependencies) {
  const phones = new Map<string, Phone>();
  /** Replies of owners that are about to be sent. */
  const replies = new Set<NodeJS.Timeout>();
  const changed = (): void => void changes.emit("change", "phone");

  /** The phone of a number. It is created, and listed, at its first use. */
  const phoneOf = (digits: string): Phone => {
    const phone = phones.get(digits) ?? new Phone(digits);
    phones.set(digits, phone);
    return phone;
  };

  const add = (phone: Phone, message: Omit<Message, "id" | "status" | "at">): Message => {
    const added: Message = { id: newMessageId(), ...message, status: "sent", at: now() };
    phone.messages.push(added);
    return added;
  };

  const report = (phone: Phone, message: Message, status: Status): void =>
    void publish({
      kind: "status",
      id: message.id,
      status,
      at: now(),
      recipient: phone.digits,
      numberHidden: phone.settings.numberHidden,
      category: message.template === undefined ? "service" : "utility",
      callbackData: message.callbackData,
    });

  /** Adds a message that the provider accepted. An online phone receives it at once. */
  const receive = (digits: string, content: Content, callbackData?: string): Message => {
    const phone = phoneOf(digits);
    const message = add(phone, { direction: "out", ...content, callbackData });
    void publish({ kind: "echo", to: digits, message });
    report(phone, message, "sent");
    if (phone.settings.online) deliver(phone, message);
    changed();
    return message;
  };

  const deliver = (phone: Phone, message: Message): void => {
    message.status = "delivered";
    report(phone, message, "delivered");
    if (phone.settings.autoRead) advance(phone.digits, "read", message.id);
    if (phone.settings.autoConfirm && message.template === "opt_in") {
      const reply = setTimeout(() => {
        replies.delete(reply);
        write(phone.digits, { text: "START" });
      }, confirmAfterMs);
      replies.add(reply);
    }
  };

  /** The owner writes or taps a button. @returns undefined when no message has this button */
  const write = (digits: string, writing: Writing): Message | undefined => {
    const phone = phoneOf(digits);
    let message: Message;
    if ("text" in writing) {
      message = add(phone, { direction: "in", type: "text", text: writing.text });
    } else {
      const tapped = phone.offering(writing.button);
      if (!tapped) return undefined;
      const { button } = tapped;
      const kind = tapped.message.type === "template" ? "button" : "interactive";
      const replyTo = { id: tapped.message.id, kind, button } as const;
      message = add(phone, { direction: "in", type: "interactive", text: button.title, replyTo });
    }
    if (phone.settings.online) void submit(phone, message);
    changed();
    return message;
  };

  /** Sends the owner's message to the provider, which opens the window. */
  const submit = async (phone: Phone, message: Message): Promise<void> => {
    phone.lastInboundAt = now();
    const { numberHidden } = phone.settings;
    await publish({ kind: "message", from: phone.digits, numberHidden, message });
    if (message.status === "sent") message.status = "delivered";
    changed();
  };

  /** The owner reads all delivered messages, plays all voice notes, or one of them. @returns ids of the changed ones */
  const advance = (digits: string, to: "read" | "played", id?: string): string[] => {
    const phone = phoneOf(digits);
    const rank = (status: Status) => statuses.indexOf(status);
    const advanced = phone.messages.filter(
      (message) =>
        message.direction === "out" &&
        message.status !== "sent" &&
        rank(message.status) < rank(to) &&
        (to === "read" || message.audio !== undefined) &&
        (id === undefined || message.id === id),
    );
    for (const message of advanced) {
      for (const step of statuses.slice(rank(message.status) + 1, rank(to) + 1)) {
        message.status = step;
        report(phone, message, step);
      }
    }
    if (advanced.length > 0) changed();
    return advanced.map((message) => message.id);
  };

  const change = (digits: string, { windowOpen, ...patch }: SettingsPatch): Phone => {
    const phone = phoneOf(digits);
    const wasOnline = phone.settings.online;
    Object.assign(phone.settings, patch);
    if (windowOpen !== undefined) phone.lastInboundAt = windowOpen ? now() : undefined;
    if (phone.settings.online && !wasOnline) catchUp(phone);
    changed();
    return phone;
  };

  const catchUp = (phone: Phone): void => {
    for (const message of phone.messages.filter(({ status }) => status === "sent")) {
      if (message.direction === "out") deliver(phone, message);
      else void submit(phone, message);
    }
  };

  return {
    receive,
    write,
    advance,
    change,
    find: (digits: string): Phone | undefined => phones.get(digits),
    findByUserId: (userId: string): Phone | undefined =>
      [...phones.values()].find(({ digits }) => userIdOf(digits) === userId),
    list: (): Phone[] => [...phones.values()],
    clear(): void {
      for (const reply of replies) clearTimeout(reply);
      replies.clear();
      phones.clear();
    },
  };
}

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
export class Phones {
  readonly #phones = new Map<string, Phone>();
  readonly #dependencies: Dependencies;
  /** Replies of owners that are about to be sent. */
  readonly #replies = new Set<NodeJS.Timeout>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  find(digits: string): Phone | undefined {
    return this.#phones.get(digits);
  }

  findByUserId(userId: string): Phone | undefined {
    return this.list().find(({ digits }) => userIdOf(digits) === userId);
  }

  list(): Phone[] {
    return [...this.#phones.values()];
  }

  /** Adds a message that the provider accepted. An online phone receives it at once. */
  receive(digits: string, content: Content, callbackData?: string): Message {
    const phone = this.#of(digits);
    const message = this.#add(phone, { direction: "out", ...content, callbackData });
    void this.#dependencies.publish({ kind: "echo", to: digits, message });
    this.#report(phone, message, "sent");
    if (phone.settings.online) this.#deliver(phone, message);
    this.#changed();
    return message;
  }

  /** The owner writes or taps a button. @returns undefined when no message has this button */
  write(digits: string, writing: Writing): Message | undefined {
    const phone = this.#of(digits);
    let message: Message;
    if ("text" in writing) {
      message = this.#add(phone, { direction: "in", type: "text", text: writing.text });
    } else {
      const tapped = phone.offering(writing.button);
      if (!tapped) return undefined;
      const { button } = tapped;
      const kind = tapped.message.type === "template" ? "button" : "interactive";
      const replyTo = { id: tapped.message.id, kind, button } as const;
      const text = button.title;
      message = this.#add(phone, { direction: "in", type: "interactive", text, replyTo });
    }
    if (phone.settings.online) void this.#submit(phone, message);
    this.#changed();
    return message;
  }

  /** The owner reads all delivered messages, plays all voice notes, or one of them. @returns ids of the changed ones */
  advance(digits: string, to: "read" | "played", id?: string): string[] {
    const phone = this.#of(digits);
    const rank = (status: Status) => statuses.indexOf(status);
    const changed = phone.messages.filter(
      (message) =>
        message.direction === "out" &&
        message.status !== "sent" &&
        rank(message.status) < rank(to) &&
        (to === "read" || message.audio !== undefined) &&
        (id === undefined || message.id === id),
    );
    for (const message of changed) {
      for (const step of statuses.slice(rank(message.status) + 1, rank(to) + 1)) {
        message.status = step;
        this.#report(phone, message, step);
      }
    }
    if (changed.length > 0) this.#changed();
    return changed.map((message) => message.id);
  }

  change(digits: string, { windowOpen, ...patch }: SettingsPatch): Phone {
    const phone = this.#of(digits);
    const wasOnline = phone.settings.online;
    Object.assign(phone.settings, patch);
    if (windowOpen !== undefined) {
      phone.lastInboundAt = windowOpen ? this.#dependencies.now() : undefined;
    }
    if (phone.settings.online && !wasOnline) this.#catchUp(phone);
    this.#changed();
    return phone;
  }

  clear(): void {
    for (const reply of this.#replies) clearTimeout(reply);
    this.#replies.clear();
    this.#phones.clear();
  }

  /** The phone of a number. It is created, and listed, at its first use. */
  #of(digits: string): Phone {
    const phone = this.#phones.get(digits) ?? new Phone(digits);
    this.#phones.set(digits, phone);
    return phone;
  }

  #add(phone: Phone, message: Omit<Message, "id" | "status" | "at">): Message {
    const { newMessageId, now } = this.#dependencies;
    const added: Message = { id: newMessageId(), ...message, status: "sent", at: now() };
    phone.messages.push(added);
    return added;
  }

  #catchUp(phone: Phone): void {
    for (const message of phone.messages.filter(({ status }) => status === "sent")) {
      if (message.direction === "out") this.#deliver(phone, message);
      else void this.#submit(phone, message);
    }
  }

  #deliver(phone: Phone, message: Message): void {
    message.status = "delivered";
    this.#report(phone, message, "delivered");
    if (phone.settings.autoRead) this.advance(phone.digits, "read", message.id);
    if (phone.settings.autoConfirm && message.template === "opt_in") {
      const reply = setTimeout(() => {
        this.#replies.delete(reply);
        this.write(phone.digits, { text: "START" });
      }, this.#dependencies.confirmAfterMs);
      this.#replies.add(reply);
    }
  }

  /** Sends the owner's message to the provider, which opens the window. */
  async #submit(phone: Phone, message: Message): Promise<void> {
    phone.lastInboundAt = this.#dependencies.now();
    const { numberHidden } = phone.settings;
    await this.#dependencies.publish({
      kind: "message",
      from: phone.digits,
      numberHidden,
      message,
    });
    if (message.status === "sent") message.status = "delivered";
    this.#changed();
  }

  #report(phone: Phone, message: Message, status: Status): void {
    void this.#dependencies.publish({
      kind: "status",
      id: message.id,
      status,
      at: this.#dependencies.now(),
      recipient: phone.digits,
      numberHidden: phone.settings.numberHidden,
      category: message.template === undefined ? "service" : "utility",
      callbackData: message.callbackData,
    });
  }

  #changed(): void {
    this.#dependencies.changes.emit("change", "phone");
  }
}

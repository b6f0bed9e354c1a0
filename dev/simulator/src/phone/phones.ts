import type { Changes } from "../changes.ts";
import type { WebhookItem } from "../whatsapp/webhook-payload.ts";
import { ownerName } from "./owner-name.ts";
import {
  type Content,
  type Message,
  Phone,
  type SettingsPatch,
  type Status,
  statuses,
} from "./phone.ts";

interface Dependencies {
  now: () => number;
  changes: Changes;
  /** Sends a webhook to the business. Resolves when the business has accepted it. */
  publish: (item: WebhookItem) => Promise<void>;
  /** Runs a function after a delay, like a person who takes time to react. */
  later: (ms: number, run: () => void) => void;
  /** A new message id in the format of the provider. */
  newMessageId: () => string;
  /** Delay until the owner replies to an opt-in request. */
  confirmAfterMs: number;
}

export type Writing = { text: string } | { button: string };

const rank = (status: Status) => statuses.indexOf(status);

/** All simulated phones: their messages, the actions of their owners and the resulting receipts. */
export class Phones {
  readonly #phones = new Map<string, Phone>();
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The phone of a number. It is created, and listed, at its first use. */
  of(digits: string): Phone {
    const known = this.#phones.get(digits);
    if (known) return known;
    const phone = new Phone(digits);
    this.#phones.set(digits, phone);
    return phone;
  }

  find(digits: string): Phone | undefined {
    return this.#phones.get(digits);
  }

  list(): Phone[] {
    return [...this.#phones.values()];
  }

  /** Adds a message that the provider accepted. An online phone receives it at once. */
  receive(digits: string, content: Content, callbackData?: string): Message {
    const phone = this.of(digits);
    const { type, ...parts } = content;
    const { name: template, ...shown } = "name" in parts ? parts : { ...parts, name: undefined };
    const message: Message = {
      id: this.#dependencies.newMessageId(),
      direction: "out",
      type,
      ...shown,
      ...(template === undefined ? {} : { template }),
      status: "sent",
      at: this.#dependencies.now(),
      ...(callbackData === undefined ? {} : { callbackData }),
    };
    phone.messages.push(message);
    void this.#dependencies.publish({ kind: "echo", to: digits, message });
    this.#report(phone, message, "sent");
    if (phone.online) this.#deliver(phone, message);
    this.#changed(phone);
    return message;
  }

  /** The owner writes or taps a button. @returns undefined when no message has this button */
  write(digits: string, writing: Writing): Message | undefined {
    const phone = this.of(digits);
    const tapped = "button" in writing ? phone.offering(writing.button) : undefined;
    if ("button" in writing && !tapped) return undefined;
    const message: Message = {
      id: this.#dependencies.newMessageId(),
      direction: "in",
      type: tapped ? "interactive" : "text",
      text: tapped ? tapped.button.title : "text" in writing ? writing.text : "",
      status: "sent",
      at: this.#dependencies.now(),
      ...(tapped
        ? {
            replyTo: {
              id: tapped.message.id,
              kind: tapped.message.type === "template" ? "button" : "interactive",
              button: tapped.button,
            },
          }
        : {}),
    };
    phone.messages.push(message);
    if (phone.online) this.#submit(phone, message);
    this.#changed(phone);
    return message;
  }

  /** The owner reads all delivered messages, or one of them. @returns ids of the newly read messages */
  read(digits: string, id?: string): string[] {
    return this.#advance(digits, "read", (message) => id === undefined || message.id === id);
  }

  /** The owner plays all delivered voice notes, or one of them. */
  play(digits: string, id?: string): string[] {
    return this.#advance(
      digits,
      "played",
      (message) => message.audio !== undefined && (id === undefined || message.id === id),
    );
  }

  change(digits: string, patch: SettingsPatch): Phone {
    const phone = this.of(digits);
    if (patch.autoConfirm !== undefined) phone.autoConfirm = patch.autoConfirm;
    if (patch.autoRead !== undefined) phone.autoRead = patch.autoRead;
    if (patch.windowOpen !== undefined) {
      phone.lastInboundAt = patch.windowOpen ? this.#dependencies.now() : undefined;
    }
    if (patch.online !== undefined && patch.online !== phone.online) {
      phone.online = patch.online;
      if (phone.online) this.#catchUp(phone);
    }
    this.#changed(phone);
    return phone;
  }

  /** Matinale marks a message of the owner as read. @returns false when the message does not exist */
  businessRead(id: string): boolean {
    for (const phone of this.#phones.values()) {
      const message = phone.messages.find((one) => one.id === id && one.direction === "in");
      if (message) {
        message.status = "read";
        this.#changed(phone);
        return true;
      }
    }
    return false;
  }

  clear(): void {
    this.#phones.clear();
  }

  #catchUp(phone: Phone): void {
    for (const message of phone.messages.filter(({ status }) => status === "sent")) {
      if (message.direction === "out") this.#deliver(phone, message);
      else this.#submit(phone, message);
    }
  }

  #deliver(phone: Phone, message: Message): void {
    message.status = "delivered";
    this.#report(phone, message, "delivered");
    if (phone.autoRead) this.#advance(phone.digits, "read", (one) => one === message);
    if (phone.autoConfirm && message.template === "opt_in") {
      this.#dependencies.later(this.#dependencies.confirmAfterMs, () => {
        this.write(phone.digits, { text: "START" });
      });
    }
  }

  /** Sends the owner's message to the provider, which opens the window. */
  #submit(phone: Phone, message: Message): void {
    phone.lastInboundAt = this.#dependencies.now();
    const from = phone.digits;
    const send = async () => {
      await this.#dependencies.publish({ kind: "message", from, name: ownerName(from), message });
      if (message.status === "sent") message.status = "delivered";
      this.#changed(phone);
    };
    void send();
  }

  #advance(
    digits: string,
    to: "read" | "played",
    matches: (message: Message) => boolean,
  ): string[] {
    const phone = this.of(digits);
    const changed = phone.messages.filter(
      (message) =>
        message.direction === "out" &&
        message.status !== "sent" &&
        rank(message.status) < rank(to) &&
        matches(message),
    );
    for (const message of changed) {
      const steps: Status[] =
        to === "played" && message.status === "delivered" ? ["read", to] : [to];
      for (const step of steps) {
        message.status = step;
        this.#report(phone, message, step);
      }
    }
    if (changed.length > 0) this.#changed(phone);
    return changed.map(({ id }) => id);
  }

  #report(phone: Phone, message: Message, status: Status): void {
    void this.#dependencies.publish({
      kind: "status",
      id: message.id,
      status,
      at: this.#dependencies.now(),
      recipient: phone.digits,
      category: message.template === undefined ? "service" : "utility",
      ...(message.callbackData === undefined ? {} : { callbackData: message.callbackData }),
    });
  }

  #changed(phone: Phone): void {
    this.#dependencies.changes.publish({ kind: "phone", digits: phone.digits });
  }
}

import { createHash } from "node:crypto";
import { z } from "zod";

export interface Button {
  id: string;
  title: string;
  /** Address that the button opens. Without it, a tap answers Matinale. */
  url?: string;
}

interface Audio {
  mediaId: string;
  mime: string;
  bytes: number;
  durationMs: number;
  /** True for a voice note with a play button, false for a file. */
  voice: boolean;
}

export const statuses = ["sent", "delivered", "read", "played"] as const;
export type Status = (typeof statuses)[number];

export interface Message {
  /** The provider's message id, `wamid.…`. */
  id: string;
  /** "out" is from Matinale to the phone. */
  direction: "in" | "out";
  type: "text" | "audio" | "template" | "interactive";
  text?: string;
  /** Name of the template, shown in the list of receipts. */
  template?: string;
  buttons?: Button[];
  audio?: Audio;
  status: Status;
  /** Epoch milliseconds. */
  at: number;
  callbackData?: string | undefined;
  /** For a tapped button: the message with the button. */
  replyTo?: { id: string; kind: "button" | "interactive"; button: Button };
}

/** What a message from Matinale shows. */
export type Content = Pick<Message, "type" | "text" | "template" | "buttons" | "audio">;

export const settingsPatch = z.strictObject({
  /** Replies START automatically to an opt-in request. */
  autoConfirm: z.boolean().optional(),
  /** Reads delivered messages at once. */
  autoRead: z.boolean().optional(),
  online: z.boolean().optional(),
  /** false closes the window until the phone writes or taps. true opens it as if the phone had just written. */
  windowOpen: z.boolean().optional(),
  /** Webhooks of the Cloud API name the owner by the user id instead of the number. */
  numberHidden: z.boolean().optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;
export type PhoneState = Record<keyof SettingsPatch, boolean>;

/** The provider's id of the owner, always the same for the same number. */
export const userIdOf = (digits: string): string =>
  `FR.${createHash("sha256").update(digits).digest().readBigUInt64BE()}`;

/** The provider's customer service window. */
const WINDOW_MS = 24 * 60 * 60 * 1000;

/** One simulated phone and its chat with Matinale. */
export class Phone {
  readonly digits: string;
  readonly messages: Message[] = [];
  readonly settings = { autoConfirm: true, autoRead: false, online: true, numberHidden: false };
  /** Time of the last message or tap of the owner. Undefined: the window is closed. */
  lastInboundAt: number | undefined;

  constructor(digits: string) {
    this.digits = digits;
  }

  windowOpenAt(now: number): boolean {
    return this.lastInboundAt !== undefined && now - this.lastInboundAt < WINDOW_MS;
  }

  state(now: number): PhoneState {
    return { ...this.settings, windowOpen: this.windowOpenAt(now) };
  }

  /** The latest message that offers this button as an answer. */
  offering(buttonId: string): { message: Message; button: Button } | undefined {
    for (const message of this.messages.toReversed()) {
      const button = message.buttons?.find(({ id, url }) => id === buttonId && url === undefined);
      if (button && message.direction === "out" && message.status !== "sent") {
        return { message, button };
      }
    }
    return undefined;
  }
}

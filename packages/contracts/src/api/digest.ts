import { z } from "zod";
import { languages, voices } from "../catalogues.ts";
import { instant, nothing, ok, operationsWith, successWithMessage } from "./operation.ts";

const text = z.string();
const preview = z
  .object({
    ...successWithMessage.shape,
    language: z.enum(languages),
    voiceGender: z.enum(voices),
    categories: z.array(text).describe("Names in the language of the page"),
    audioUrl: text.nullable().describe("Signed, for half an hour"),
    durationMs: z.number(),
    simulationMode: z.boolean(),
    simulationNote: text.nullable(),
    content: text,
  })
  .meta({ id: "Preview" });

const status = z.enum(["pending", "sent", "delivered", "read", "failed", "skipped", "missed"]);
const when = instant.nullable();
const part = z.object({
  id: text,
  type: z.enum(["text", "audio", "template"]),
  status,
  acceptedAt: when,
  sentAt: when,
  deliveredAt: when,
  readAt: when,
  playedAt: when,
  errorMessage: text.nullable(),
});
const entry = z
  .object({
    id: text,
    kind: z.enum(["digest", "alert"]).describe("An edition or manual digest, or breaking news"),
    timestamp: z.int().describe("Seconds since the epoch: when it was sent, else its due instant"),
    date: text.describe("Local date of the subscriber"),
    time: text.describe("Local time of the subscriber"),
    status: status.describe("The status of the slowest part; failed when a part failed"),
    played: z.boolean().describe("The voice note was played"),
    type: z.enum(["audio", "text"]),
    category: text,
    categories: z.array(text),
    content: text,
    articlesCount: z.int(),
    manual: z.boolean(),
    errorMessage: text
      .nullable()
      .describe("Why it was not delivered, or why its voice note is missing or incomplete"),
    recipient: text.nullable(),
    parts: z.array(part),
  })
  .meta({ id: "HistoryEntry" });

const automation = z
  .object({
    ...successWithMessage.shape,
    isRunning: z.boolean(),
    waitsFor: z
      .enum(["start", "plan"])
      .nullable()
      .describe(
        "What the subscriber must do before digests are sent: reply START, or choose a plan",
      ),
    pausedUntil: when.describe("Until then no digest is scheduled: the subscriber wrote PAUSE"),
    disconnected: z
      .object({ phone: text, at: instant, reason: z.literal("unreachable"), message: text })
      .nullable()
      .describe(
        "The number that was removed because it is unreachable, until another is connected",
      ),
  })
  .meta({ id: "Automation" });

export const connection = z.strictObject({ phone: text.max(64) });

const delivery = operationsWith({ tag: "digest", signedIn: true, service: "delivery" });
const openDelivery = operationsWith({ tag: "digest", signedIn: false, service: "delivery" });
const content = operationsWith({ tag: "digest", signedIn: true, service: "content" });

const connect = {
  limit: "costly",
  body: connection,
  answer: ok(
    z.object({
      ...successWithMessage.shape,
      whatsappConnected: z.literal(true),
      phone: text.describe("E.164"),
    }),
  ),
  errors: ["PHONE_TAKEN"],
} as const;

export const digestOperations = [
  content.get("/preview-news", "The digest of the last 24 hours, as text and audio", {
    description: "May take half a minute.",
    limit: "preview",
    timeoutMs: 30_000,
    answer: ok(preview),
    errors: ["SUBSCRIPTION_REQUIRED", "CONFLICT", "ALREADY_IN_PROGRESS"],
  }),
  delivery.post("/user/whatsapp/connect", "Connect a WhatsApp number", connect),
  delivery.post("/connect-whatsapp", "The same, under its former path", connect),
  delivery.get("/user/whatsapp/opt-in", "A link and a QR code that connect a phone", {
    description:
      "The link opens a conversation with START-<code> ready to send. Sending it connects the phone's number to this account. A code works once, within one hour.",
    answer: ok(
      z.object({
        link: z.url().describe("Opens WhatsApp with the message ready to send"),
        svg: text.describe("The link as a QR code"),
        code: text,
        expiresAt: instant,
      }),
    ),
  }),
  openDelivery.get("/whatsapp/number", "The WhatsApp number of the product", {
    answer: ok(
      z.object({
        number: text.describe("Digits only"),
        link: z.url().describe("Opens a conversation with the first message ready to send"),
        svg: text.describe("The link as a QR code"),
      }),
    ),
  }),
  delivery.post("/deliver-news", "Send a digest now", {
    description: "Answers when WhatsApp has accepted it, which may take half a minute.",
    limit: "costly",
    timeoutMs: 35_000,
    body: nothing,
    answer: ok(
      z.object({
        success: z.boolean().describe("False when there is no news"),
        message: text,
        categories: z.array(text),
        articlesCount: z.int(),
      }),
    ),
    errors: ["WHATSAPP_NOT_CONNECTED", "SUBSCRIPTION_REQUIRED", "ALREADY_IN_PROGRESS"],
  }),
  delivery.get("/message-history", "The history of deliveries, newest first", {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(50),
      cursor: text.optional().describe("nextCursor of the previous page"),
    }),
    answer: ok(
      z.object({
        ...successWithMessage.shape,
        history: z.array(entry),
        nextCursor: text.nullable().describe("Cursor of the next page; null on the last"),
      }),
    ),
  }),
  delivery.get("/automation/status", "Whether scheduled digests are on", {
    answer: ok(automation),
  }),
  delivery.post("/automation/start", "Turn scheduled digests on", {
    limit: "change",
    body: nothing,
    answer: ok(automation),
    errors: ["WHATSAPP_NOT_CONNECTED", "SUBSCRIPTION_REQUIRED"],
  }),
  delivery.post("/automation/stop", "Turn scheduled digests off", {
    limit: "change",
    body: nothing,
    answer: ok(automation),
  }),
] as const;

import { baseEnv, kafkaEnv, mongoEnv } from "@matinale/kit";
import { z } from "zod";

const wholeNumber = z.coerce.number().int();
const webAddress = z.url({ protocol: /^https?$/u }).optional();
const text = z.string().min(1);

const httpsInProduction = (env: { NODE_ENV: string; OPENAI_BASE_URL?: string | undefined }) =>
  env.NODE_ENV !== "production" || env.OPENAI_BASE_URL?.startsWith("http:") !== true;

export const schema = z
  .object({
    ...baseEnv,
    ...mongoEnv,
    ...kafkaEnv,
    TTS_ENDPOINT: webAddress.describe(
      "A stand-in for Google Text-to-Speech; absent: Google itself",
    ),
    GOOGLE_APPLICATION_CREDENTIALS: text
      .optional()
      .describe(
        "File with Google credentials; without it and without TTS_ENDPOINT digests are text only",
      ),
    OPENAI_API_KEY: text
      .optional()
      .describe("Key of OpenAI; absent: summaries are extractive, without a model"),
    OPENAI_MODEL: text.default("gpt-5.4-mini").describe("Model that writes summaries"),
    OPENAI_BASE_URL: webAddress.describe(
      "Another server that speaks OpenAI’s protocol, https in production; absent: OpenAI",
    ),
    MODEL_TOKENS_PER_DAY: wholeNumber
      .min(0)
      .default(5_000_000)
      .describe("Tokens of the model a day (UTC), all replicas together; then without a model"),
    SPEECH_CHARACTERS_PER_DAY: wholeNumber
      .min(0)
      .default(2_000_000)
      .describe("Characters spoken a day (UTC), all replicas together; then text only"),
    FEED_CATALOGUE_URL: webAddress.describe(
      "Sample feeds to read instead of the catalogue that comes with the service",
    ),
    FEED_ALLOWED_HOSTS: z
      .string()
      .default("")
      .transform((list) =>
        list
          .split(",")
          .map((host) => host.trim())
          .filter(Boolean),
      )
      .describe("host:port of feeds that may have a private address, separated by commas"),
    FEED_POLL_SECONDS: wholeNumber
      .min(5)
      .max(86_400)
      .default(600)
      .describe("Seconds between two polls of a feed that answers"),
    MEDIA_SECRET: z.string().min(32).describe("Signs the links to the audio of previews"),
    PREVIEWS_PER_HOUR: wholeNumber
      .min(1)
      .default(30)
      .describe("Previews that one subscriber may ask for in an hour"),
    PREVIEW_SECONDS: wholeNumber
      .min(10)
      .max(25)
      .default(20)
      .describe("Longest wait for a preview’s text and audio, in seconds; the gateway waits 30 s"),
    ENCODERS: wholeNumber
      .min(1)
      .max(16)
      .default(2)
      .describe("Processes that encode clips at the same time"),
  })
  .refine(httpsInProduction, { path: ["OPENAI_BASE_URL"], error: "must be https in production" });

export type Config = z.infer<typeof schema>;

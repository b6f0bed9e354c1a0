import {
  baseEnv,
  commaList,
  kafkaEnv,
  modelEnv,
  mongoEnv,
  speechEnv,
  voiceProblems,
  webAddress,
  wholeNumber,
} from "@matinale/kit";
import { z } from "zod";

const sendsKeyInClear = (address: string | undefined) => address?.startsWith("http:") === true;

export const schema = z
  .object({
    ...baseEnv,
    ...mongoEnv,
    ...kafkaEnv,
    ...modelEnv,
    ...speechEnv,
    FEED_CATALOGUE_URL: webAddress
      .optional()
      .describe("A catalogue to read instead of the one that comes with the service"),
    FEED_ALLOWED_HOSTS: commaList
      .default([])
      .describe("host:port of feeds that may have a private address, separated by commas"),
    FEED_POLL_SECONDS: wholeNumber
      .min(5)
      .max(86_400)
      // an alert has three minutes from the publication of its fourth report
      .default(120)
      .describe("Seconds between two polls of a feed that answers"),
    MEDIA_SECRET: z
      .string()
      .min(32)
      .describe("Signs the links to the audio of previews and the short links to articles"),
    APP_URL: webAddress.describe("Address of the site, in the short links to articles"),
    ENCODERS: wholeNumber
      .min(1)
      .max(16)
      .default(2)
      .describe("Processes that encode clips at the same time"),
  })
  .superRefine((env, context) => {
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: "custom", path: [variable], message });
    for (const { variable, problem } of voiceProblems(env)) refuse(variable, problem);
    if (env.NODE_ENV !== "production") return;
    const httpsOnly = "must be https in production";
    if (sendsKeyInClear(env.OPENAI_BASE_URL)) refuse("OPENAI_BASE_URL", httpsOnly);
    if (env.SPEECH_PROVIDER === "openai" && sendsKeyInClear(env.TTS_ENDPOINT)) {
      refuse("TTS_ENDPOINT", httpsOnly);
    }
  });

export type Config = z.infer<typeof schema>;

import { languages, voices, type Language, type Voice } from "@matinale/contracts";
import { z } from "zod";
import { webAddress, wholeNumber } from "./config.ts";

const text = z.string().min(1);

/** OpenAI’s own server, for an installation without another one. */
export const openAiServer = "https://api.openai.com/v1";

/** The events that an endpoint of Stripe must send to /webhooks/stripe. */
export const stripeWebhookEvents = [
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.updated",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.finalization_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
] as const;

/** Variables with the price of each plan at Stripe, in the order of the plans. */
export const priceVariables = [
  "STRIPE_PRICE_ESSENTIAL",
  "STRIPE_PRICE_PREMIUM",
  "STRIPE_PRICE_PROFESSIONAL",
] as const;

/** Environment of the language model that writes summaries. */
export const modelEnv = {
  OPENAI_API_KEY: text
    .optional()
    .describe("Key of OpenAI; absent: summaries are extractive, without a model"),
  OPENAI_MODEL: text.default("gpt-6-luna").describe("Model that writes summaries"),
  OPENAI_REASONING_EFFORT: z
    .enum(["none", "low", "medium"])
    .default("low")
    .describe(
      "How long the model reasons before it writes, which sets its limits of tokens and time; not every model has every value",
    ),
  OPENAI_BASE_URL: webAddress
    .optional()
    .describe("Another server that speaks OpenAI’s protocol, https in production; absent: OpenAI"),
  MODEL_TOKENS_PER_DAY: wholeNumber
    .min(0)
    .default(5_000_000)
    .describe("Tokens of the model a day (UTC), all replicas together; then without a model"),
};

const providers = ["google", "openai"] as const;
type Provider = (typeof providers)[number];

/** One provider’s name of a voice for each of ours. */
export type VoiceNames = Readonly<Record<Language, Readonly<Record<Voice, string>>>>;

const openAiDefaults = { female: "marin", male: "cedar" };
const defaultVoices: Record<Provider, VoiceNames> = {
  google: {
    fr: { female: "fr-FR-Chirp3-HD-Kore", male: "fr-FR-Chirp3-HD-Charon" },
    en: { female: "en-GB-Chirp3-HD-Kore", male: "en-GB-Chirp3-HD-Charon" },
  },
  openai: { fr: openAiDefaults, en: openAiDefaults },
};

/** The built-in voices of OpenAI’s POST /audio/speech. Google refuses an unknown voice when it has to speak. */
const openAiVoices =
  "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ");

const languageNames: Record<Language, string> = { fr: "French", en: "English" };
const voiceVariable = (language: Language, voice: Voice) =>
  `SPEECH_VOICE_${language === "fr" ? "FR" : "EN"}_${voice === "female" ? "FEMALE" : "MALE"}` as const;
const voiceEnv = (language: Language, voice: Voice) => {
  const { google, openai } = defaultVoices;
  return text
    .optional()
    .describe(
      `The ${voice} voice in ${languageNames[language]}; absent: ${google[language][voice]} of Google, ${openai[language][voice]} of OpenAI`,
    );
};

/** Environment of the voices. */
export const speechEnv = {
  SPEECH_PROVIDER: z.enum(providers).default("google").describe("Provider of the voices"),
  SPEECH_VOICE_FR_FEMALE: voiceEnv("fr", "female"),
  SPEECH_VOICE_FR_MALE: voiceEnv("fr", "male"),
  SPEECH_VOICE_EN_FEMALE: voiceEnv("en", "female"),
  SPEECH_VOICE_EN_MALE: voiceEnv("en", "male"),
  SPEECH_MODEL: text.default("gpt-4o-mini-tts").describe("Model of OpenAI’s voices"),
  TTS_ENDPOINT: webAddress
    .optional()
    .describe(
      "Another server that speaks the protocol of SPEECH_PROVIDER, for OpenAI’s with its /v1; absent: the provider itself",
    ),
  GOOGLE_APPLICATION_CREDENTIALS: text
    .optional()
    .describe(
      "File with Google credentials. Without the credentials of SPEECH_PROVIDER, this file or OPENAI_API_KEY, and without TTS_ENDPOINT, digests are text only",
    ),
  SPEECH_CHARACTERS_PER_DAY: wholeNumber
    .min(0)
    .default(2_000_000)
    .describe("Characters spoken a day (UTC), all replicas together; then text only"),
};

export type SpeechConfig = z.infer<z.ZodObject<typeof speechEnv>>;

/** The provider’s voices, the configured ones or the defaults. */
export function voiceNames(config: SpeechConfig): VoiceNames {
  const name = (language: Language, voice: Voice): string =>
    config[voiceVariable(language, voice)] ??
    defaultVoices[config.SPEECH_PROVIDER][language][voice];
  const both = (language: Language) => ({
    female: name(language, "female"),
    male: name(language, "male"),
  });
  return { fr: both("fr"), en: both("en") };
}

/** Voices that cannot be right, by variable. Another server with OpenAI’s protocol may have voices of its own. */
export function voiceProblems(config: SpeechConfig): { variable: string; problem: string }[] {
  const { SPEECH_PROVIDER: provider, TTS_ENDPOINT: endpoint } = config;
  const names = voiceNames(config);
  const isKnown = (language: Language, name: string): boolean =>
    provider === "google"
      ? new RegExp(`^${language}-[A-Z]{2}-[\\w-]+$`, "u").test(name)
      : endpoint !== undefined || openAiVoices.includes(name);
  return languages.flatMap((language) =>
    voices
      .filter((voice) => !isKnown(language, names[language][voice]))
      .map((voice) => ({
        variable: voiceVariable(language, voice),
        problem:
          provider === "google"
            ? `must be a voice of Google that speaks ${languageNames[language]}, such as ${defaultVoices.google[language][voice]}`
            : `must be a voice of OpenAI: ${openAiVoices.join(", ")}`,
      })),
  );
}

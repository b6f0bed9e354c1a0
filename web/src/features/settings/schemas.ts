import { frequencies, languages, voices } from "@matinale/contracts/browser";
import * as z from "zod/mini";
import type { TranslationKey } from "../../i18n/i18n.ts";

const key = (name: TranslationKey): TranslationKey => name;

export const preferencesSchema = z.object({
  language: z.enum(languages),
  country: z.string(),
  timezone: z.string(),
  deliveryTime: z.string().check(z.minLength(1, { error: key("validation.required") })),
  deliveryFrequency: z.enum(frequencies, { error: key("validation.required") }),
});

/** The server normalises the number; the form checks only its length. */
export const phoneSchema = z.object({
  phone: z.string().check(z.trim(), z.minLength(10, { error: key("validation.phone") })),
});
export type PhoneValues = z.infer<typeof phoneSchema>;

export const profileSchema = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(3, { error: key("validation.profileUsername") })),
  email: z.string().check(z.trim(), z.email({ error: key("validation.profileEmail") })),
  voicePreference: z.enum(voices),
});
export type ProfileValues = z.infer<typeof profileSchema>;

import { frequencies, languages } from "@matinale/contracts/browser";
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

/** The server normalises a number; here it must only be long enough to be one. */
export const phoneSchema = z.object({
  phone: z.string().check(z.trim(), z.minLength(10, { error: key("validation.phone") })),
});
export type PhoneValues = z.infer<typeof phoneSchema>;

import { languages } from "@matinale/contracts/browser";
import * as z from "zod/mini";
import type { TranslationKey } from "../../i18n/i18n.ts";

const key = (name: TranslationKey): TranslationKey => name;

const email = z.email({ error: key("validation.email") });
const password = z.string().check(z.minLength(6, { error: key("validation.password") }));

export const loginSchema = z.object({ email, password });
export type LoginValues = z.infer<typeof loginSchema>;

export const signUpSchema = z.object({
  username: z.string().check(z.trim(), z.minLength(3, { error: key("validation.username") })),
  email,
  password,
  phone: z.string().check(z.trim()),
  language: z.enum(languages),
});
export type SignUpValues = z.infer<typeof signUpSchema>;

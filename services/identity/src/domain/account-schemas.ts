import { languages, voices } from "@matinale/contracts";
import { z } from "zod";
import { canonicalPassword } from "./account.ts";

/** Invisible and direction-changing characters would let two names look alike, or a name break a line. */
const printable = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

const username = z
  .string({ error: "Username must be at least 3 characters" })
  .trim()
  .min(3, "Username must be at least 3 characters")
  .max(50, "Username must be at most 50 characters")
  .regex(printable, "Username contains characters that cannot be shown");

const email = z
  .string({ error: "Please enter a valid email address" })
  .trim()
  .max(254, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

/** Longer ones only cost time to hash. Measured in bytes, because that is what is hashed. */
const maxPasswordBytes = 1024;
const withinBytes = (password: string) => Buffer.byteLength(password) <= maxPasswordBytes;

/** The spec has no rule for it at sign-up: it is shown, and used only once it has been connected. */
const phone = z
  .string()
  .trim()
  .max(40, "Phone number is too long")
  .regex(printable, "Phone number contains characters that cannot be shown")
  .transform((value) => (value === "" ? undefined : value));

export const signupSchema = z.strictObject({
  username,
  email,
  password: z
    .string({ error: "Password must be at least 6 characters" })
    .min(6, "Password must be at least 6 characters")
    .refine(withinBytes, "Password is too long")
    .transform(canonicalPassword),
  phone: phone.optional(),
  language: z.enum(languages).default("fr"),
});

/** No minimum here: a password that is too short is simply a wrong one. */
const givenPassword = z
  .string({ error: "Please enter your password" })
  .min(1, "Please enter your password")
  .refine(withinBytes, "Password is too long")
  .transform(canonicalPassword);

export const credentialsSchema = z.strictObject({ email, password: givenPassword });

/** Asked again before everything is deleted: a session that was left open is not enough. */
export const erasureSchema = z.strictObject({ password: givenPassword });

export const profileSchema = z.strictObject({
  username: username.exactOptional(),
  email: email.exactOptional(),
  voicePreference: z.enum(voices).exactOptional(),
});

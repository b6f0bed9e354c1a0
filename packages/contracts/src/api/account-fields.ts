import { z } from "zod";
import { schemaMessages } from "../schema-messages.ts";

export const email = z
  .string({ error: "Please enter a valid email address" })
  .trim()
  .max(254, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

/** A longer password only costs time to hash. Measured in bytes, because bytes are hashed. */
const maxPasswordBytes = 1024;
const withinBytes = (password: string) => Buffer.byteLength(password) <= maxPasswordBytes;

/** Two keyboards may send the same password in different Unicode forms: NFKC gives both one form, which is hashed. */
const form = "NFKC";

/** No minimum here: a password that is too short is simply a wrong one. */
export const givenPassword = z
  .string({ error: schemaMessages.passwordMissing.en })
  .normalize(form)
  .min(1, schemaMessages.passwordMissing.en)
  .refine(withinBytes, schemaMessages.passwordTooLong.en);

export const newPassword = z
  .string({ error: "Password must be at least 6 characters" })
  .normalize(form)
  .min(6, "Password must be at least 6 characters")
  .refine(withinBytes, schemaMessages.passwordTooLong.en)
  .describe("At most 1,024 bytes, and not one of the most common passwords");

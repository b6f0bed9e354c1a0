import { randomBytes } from "node:crypto";
import { z } from "zod";
import { readJson, writeJson } from "./json-file.ts";

const secret = z
  .string()
  .min(32)
  .catch(() => randomBytes(32).toString("base64url"));

const schema = z.object({
  internalToken: secret,
  session: secret,
  media: secret,
  trialHash: secret,
  whatsappToken: secret,
  whatsappApp: secret,
  whatsappVerify: secret,
});

export type Secrets = Readonly<z.infer<typeof schema>>;

export const randomSecrets = (): Secrets => schema.parse({});

/** Development secrets of this machine. They are created once, so sessions and links survive a restart. */
export function developmentSecrets(file: string): Secrets {
  const secrets = readJson(file, schema) ?? randomSecrets();
  writeJson(file, secrets, 0o600);
  return secrets;
}

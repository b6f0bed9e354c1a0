import { z } from "zod";
import { languages, voices } from "../catalogues.ts";
import { schemaMessages } from "../schema-messages.ts";
import { gateway, identity, openGateway, openIdentity, session } from "./access.ts";
import { email, givenPassword, newPassword } from "./account-fields.ts";
import { ok, success, successWithMessage } from "./operation.ts";

const text = z.string();

/**
 * Invisible and direction-changing characters would let two names look alike, or a name break a line. Some invisible ones
 * are letters, marks or symbols to Unicode: fillers, the grapheme joiner, the blank of Braille. Half of a character (a
 * lone surrogate) is stored as another one than was given.
 */
const printable =
  /^[^\u034F\u17B4\u17B5\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

const username = z
  .string({ error: "Username must be at least 3 characters" })
  .trim()
  .min(3, "Username must be at least 3 characters")
  .max(50, schemaMessages.usernameTooLong.en)
  .regex(printable, schemaMessages.usernameUnprintable.en);

/** The specification has no rule for it at sign-up: it is shown, and used only after it was connected. */
const phone = z
  .string()
  .trim()
  .max(40, schemaMessages.phoneTooLong.en)
  .regex(printable, schemaMessages.phoneUnprintable.en);

const language = z.enum(languages);
const voice = z.enum(voices);

export const credentials = z.strictObject({ email, password: givenPassword });
/** The password is asked again before an account is deleted: an open session is not enough. */
export const confirmation = z.strictObject({ password: givenPassword });

export const signup = z.strictObject({
  username,
  email,
  password: newPassword,
  phone: phone.optional(),
  language: language.default("fr"),
});

/** An absent field stays as it is. */
export const profilePatch = z.strictObject({
  username: username.exactOptional(),
  email: email.exactOptional(),
  voicePreference: voice.exactOptional(),
  currentPassword: givenPassword
    .exactOptional()
    .describe(
      "For another address in place of one that was never verified, except soon after the sign-up",
    ),
});

const profile = z
  .object({
    username: text,
    email: text,
    phone: text.nullable(),
    profilePicture: text.nullable().describe("Address of an image"),
    voicePreference: voice,
    language,
  })
  .meta({ id: "Profile" });

export const me = z
  .object({
    ...profile.shape,
    phone: text
      .nullable()
      .describe("The connected WhatsApp number, else the number given at sign-up"),
    stripeSubscriptionId: text.nullable(),
    whatsappConnected: z.boolean(),
    emailVerified: z.boolean().nullable().describe("Null while the site sends no mail"),
    pendingEmail: text
      .nullable()
      .describe("The new address, until the links mailed to both addresses were followed"),
  })
  .meta({ id: "Me" });

const part = z.unknown().nullable().describe("Null when the service did not answer");
const dataExport = z
  .object({
    exportedAt: z.iso.datetime(),
    missing: z.array(text).describe("Services that did not answer: ask again later"),
    identity: part,
    preferences: part,
    billing: part,
    content: part,
    delivery: part,
    gateway: z
      .object({
        sessions: z.array(session),
        lastKnown: z.unknown().describe("What GET /me shows while a service is away"),
      })
      .describe("The sessions of the person"),
  })
  .meta({ id: "Export" });

export const accountOperations = [
  openIdentity.post("/signup", "Create an account", {
    limit: "signup",
    body: signup,
    answer: { status: 201, schema: z.object({ message: text }) },
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
  }),
  openGateway.post("/login", "Sign in", {
    description: "An existing session ends; the new one has another id.",
    body: credentials,
    answer: ok(success, { "Set-Cookie": "The session, HttpOnly and SameSite=Lax" }),
    errors: ["INVALID_CREDENTIALS", "SESSION_STORE_UNAVAILABLE"],
  }),
  openGateway.post("/logout", "Sign out", {
    description: "The session ends at once. Also succeeds without a session.",
    answer: ok(success),
    errors: ["SESSION_STORE_UNAVAILABLE"],
  }),
  gateway.get("/me", "The signed-in person", {
    description:
      "Combined from four services. The header x-degraded names the services that did not answer; " +
      "their part is the last known one.",
    answer: ok(me, { "X-Degraded": "Services whose part is the last known one" }),
    empty: "No session, and the request has the header `X-Session: optional`",
  }),
  identity.patch("/user/profile", "Change name, e-mail address or voice", {
    description:
      "A verified e-mail address stays until links mailed to it and to the new address were followed. One that " +
      "was never verified changes at once, with the password when the sign-up is more than an hour ago.",
    limit: "profile",
    body: profilePatch,
    answer: ok(profile),
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN", "WRONG_PASSWORD"],
  }),
  identity.post("/user/profile-picture", "Upload a profile picture", {
    limit: "picture",
    timeoutMs: 30_000,
    body: { file: "profilePicture", description: "PNG, JPEG or WebP of at most 5 MB" },
    answer: ok(z.object({ ...successWithMessage.shape, profilePicture: text })),
    errors: ["ALREADY_IN_PROGRESS"],
  }),
  identity.delete("/user/profile-picture", "Remove the profile picture", {
    limit: "picture",
    answer: ok(successWithMessage),
  }),
  gateway.get("/user/export", "Export all data of the account", {
    limit: "export",
    answer: ok(dataExport, { "Content-Disposition": "A file with the date and time in its name" }),
  }),
  gateway.delete("/user", "Delete the account", {
    description: "Deletes all data except what invoices need. All sessions end.",
    body: confirmation,
    answer: ok(successWithMessage),
    errors: ["INVALID_CREDENTIALS"],
  }),
] as const;

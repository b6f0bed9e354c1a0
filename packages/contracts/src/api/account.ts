import { z } from "zod";
import { languages, voices } from "../catalogues.ts";
import { ok, success, told, type Operation } from "./operation.ts";

const text = z.string();
const username = text.min(3).max(50);
const email = z.string().trim().max(254).pipe(z.email());
const password = z.string().min(1).max(1024);
const language = z.enum(languages);
const voice = z.enum(voices);

export const credentials = z.strictObject({ email, password });
export const confirmation = z.strictObject({ password });

const signup = z.strictObject({
  username,
  email,
  password: text.min(6).max(1024).describe("Not one of the passwords that are guessed first"),
  phone: text.max(40).optional(),
  language: language.default("fr"),
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

const me = z
  .object({
    ...profile.shape,
    phone: text.nullable().describe("The connected WhatsApp number, else the one of the sign-up"),
    stripeSubscriptionId: text.nullable(),
    whatsappConnected: z.boolean(),
  })
  .meta({ id: "Me" });

const part = z.unknown().nullable().describe("Null when it is missing");
const dataExport = z
  .object({
    exportedAt: z.iso.datetime(),
    missing: z.array(text).describe("Services that did not answer: ask again later"),
    identity: part,
    preferences: part,
    billing: part,
    content: part,
    delivery: part,
  })
  .meta({ id: "Export" });

export const accountOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/signup",
    summary: "Make an account",
    tag: "account",
    signedIn: false,
    body: signup,
    answer: { status: 201, schema: z.object({ message: text }) },
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
  },
  {
    method: "POST",
    path: "/login",
    summary: "Log in",
    description: "Sets the session cookie.",
    tag: "account",
    signedIn: false,
    body: credentials,
    answer: ok(success),
    errors: ["INVALID_CREDENTIALS", "SESSION_STORE_UNAVAILABLE"],
  },
  {
    method: "POST",
    path: "/logout",
    summary: "Log out",
    description: "The session ends at once. Succeeds without a session, too.",
    tag: "account",
    signedIn: false,
    answer: ok(success),
    errors: ["SESSION_STORE_UNAVAILABLE"],
  },
  {
    method: "GET",
    path: "/me",
    summary: "Who is signed in",
    description:
      "Put together from four services. The header x-degraded names those that did not answer: " +
      "their part is the last one known.",
    tag: "account",
    signedIn: true,
    answer: ok(me),
  },
  {
    method: "PATCH",
    path: "/user/profile",
    summary: "Change name, e-mail address or voice",
    tag: "account",
    signedIn: true,
    body: z.strictObject({ username, email, voicePreference: voice }).partial(),
    answer: ok(profile),
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
  },
  {
    method: "POST",
    path: "/user/profile-picture",
    summary: "Change one's picture",
    tag: "account",
    signedIn: true,
    body: { file: "profilePicture", description: "PNG, JPEG or WebP of at most 5 MB" },
    answer: ok(z.object({ ...told.shape, profilePicture: text })),
    errors: ["ALREADY_IN_PROGRESS"],
  },
  {
    method: "DELETE",
    path: "/user/profile-picture",
    summary: "Remove one's picture",
    tag: "account",
    signedIn: true,
    answer: ok(told),
  },
  {
    method: "GET",
    path: "/user/export",
    summary: "Take one's data away",
    tag: "account",
    signedIn: true,
    answer: ok(dataExport),
  },
  {
    method: "DELETE",
    path: "/user",
    summary: "Delete one's account",
    description: "Everything but what invoices need is deleted. Every session of the person ends.",
    tag: "account",
    signedIn: true,
    body: confirmation,
    answer: ok(told),
    errors: ["INVALID_CREDENTIALS"],
  },
];

import { expect, test } from "vitest";
import { compose, type Profile } from "./me.ts";

const profile: Profile = {
  username: "ada",
  email: "ada@example.org",
  phone: "+33600000001",
  profilePicture: null,
  voicePreference: "female",
  language: "fr",
  emailVerified: true,
  pendingEmail: null,
  passwordChangedAt: "2026-11-23T10:00:00.000Z",
};
const options = { sendsMail: true };

test("shows no phone number when the connected person hides it", () => {
  const delivery = { whatsappConnected: true, phone: null };
  expect(compose(profile, { delivery }, options).phone).toBeNull();
});

test("shows the phone number of the sign-up while no number is connected", () => {
  const delivery = { whatsappConnected: false, phone: null };
  expect(compose(profile, { delivery }, options).phone).toBe("+33600000001");
});

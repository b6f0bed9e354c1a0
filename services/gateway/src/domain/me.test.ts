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
const { passwordChangedAt: _, ...shown } = profile;
const options = { sendsMail: true };

test("composes /me when only identity knows the person", () => {
  expect(compose(profile, {}, options)).toEqual({
    ...shown,
    stripeSubscriptionId: null,
    whatsappConnected: false,
  });
});

test("prefers data of preferences, billing and delivery over the sign-up's", () => {
  expect(
    compose(
      profile,
      {
        preferences: { language: "en" },
        billing: { stripeSubscriptionId: "sub_1" },
        delivery: { whatsappConnected: true, phone: "+33600000002" },
      },
      options,
    ),
  ).toMatchObject({
    language: "en",
    stripeSubscriptionId: "sub_1",
    whatsappConnected: true,
    phone: "+33600000002",
  });
});

test("shows no phone number when the connected person hides it", () => {
  const delivery = { whatsappConnected: true, phone: null };
  expect(compose(profile, { delivery }, options).phone).toBeNull();
});

test("shows the phone number of the sign-up while no number is connected", () => {
  const delivery = { whatsappConnected: false, phone: null };
  expect(compose(profile, { delivery }, options).phone).toBe("+33600000001");
});

test("does not say whether the address is verified while the site sends no mail", () => {
  expect(compose(profile, {}, { sendsMail: false }).emailVerified).toBeNull();
});

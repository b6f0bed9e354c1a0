import type { APIRequestContext } from "playwright/test";
import { openStores } from "../stack/stores.ts";
import { expect, test } from "./fixtures.ts";
import { avoidSchedule } from "./visitor.ts";

/** Account of a person with this number. The test gives the number to two people, one after the other. */
const accountOf = (digits: string, name: string) => ({
  username: `${name} ${digits}`,
  email: `${name}.${digits}@example.com`,
  password: "correct horse battery",
});
type Account = ReturnType<typeof accountOf>;

const extraHTTPHeaders = { "X-Requested-With": "XMLHttpRequest" };
test.use({ extraHTTPHeaders });

test("an account can be exported, and deleting it removes its data from every store", async ({
  playwright,
  request,
  phone,
  baseURL,
}) => {
  const visitor = () => playwright.request.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders });
  const [secondDevice, otherPerson, stores] = [
    await visitor(),
    await visitor(),
    await openStores(),
  ];
  const zoe = accountOf(phone.digits, "zoe");
  const max = accountOf(phone.digits, "max");
  const secrets = [zoe.username, zoe.email, phone.digits];
  let id = "";
  let deliveryTime = "";
  let receivedBefore = 0;

  await test.step("a subscriber uses every feature", async () => {
    await signUp(request, zoe);
    await logIn(secondDevice, zoe, 200);
    id = await stores.userIdOf(zoe.email);
    await post(request, "/api/user/categories", { categoryId: 2 });
    deliveryTime = await avoidSchedule(request);
    await post(request, "/api/create-payment-intent", { planId: 3 });
    const picture = { name: "zoe.png", mimeType: "image/png", buffer: onePixel };
    const upload = { multipart: { profilePicture: picture } };
    expect((await request.post("/api/user/profile-picture", upload)).status()).toBe(200);
    await post(request, "/api/user/whatsapp/connect", { phone: phone.number });
    await expect(async () => {
      const sent = await request.post("/api/deliver-news", { timeout: 60_000 });
      expect(await sent.json()).toMatchObject({ success: true });
    }).toPass({ timeout: 90_000 });
    expect((await stores.placesOf(...secrets)).length).toBeGreaterThan(0);
  });

  await test.step("the export holds the data of every service", async () => {
    const exported = await (await request.get("/api/user/export")).json();
    expect(exported).toMatchObject({
      missing: [],
      identity: { email: zoe.email, username: zoe.username },
      preferences: { deliveryTime, categories: [{ id: 2 }] },
      billing: { planId: 3, stripeSubscriptionId: expect.stringMatching(/^sub_sim_/) },
      content: { copies: {} },
      delivery: { channel: { phone: phone.number } },
    });
    // A digest that took longer than its request was requested again.
    expect(exported.delivery.deliveries[0]).toMatchObject({ manual: true });
  });

  const { profilePicture } = await (await request.get("/api/me")).json();

  await test.step("a wrong password deletes nothing", async () => {
    const refused = await request.delete("/api/user", { data: { password: "not the one" } });
    expect(refused.status()).toBe(401);
    expect((await request.get("/api/me")).status()).toBe(200);
  });

  await test.step("the right password deletes the account and ends every session", async () => {
    const deleted = await request.delete("/api/user", { data: { password: zoe.password } });
    expect(deleted.status()).toBe(200);
    for (const session of [request, secondDevice]) {
      expect((await session.get("/api/me")).status()).toBe(401);
    }
    await logIn(otherPerson, zoe, 401);
    expect((await request.get(profilePicture)).status()).toBe(404);
  });

  await test.step("no store and no compacted topic holds the subscriber any more", async () => {
    await expect
      .poll(() => stores.lastRecords(id), { timeout: 30_000 })
      .toEqual(["tombstone", "tombstone", "tombstone"]);
    await expect.poll(() => stores.placesOf(...secrets), { timeout: 30_000 }).toEqual([]);
    receivedBefore = await messagesTo(otherPerson, phone.digits);
  });

  await test.step("another person connects the number and sees only their own messages", async () => {
    await signUp(otherPerson, max);
    await post(otherPerson, "/api/user/whatsapp/connect", { phone: phone.number });
    await expect.poll(() => messagesTo(otherPerson, phone.digits)).toBeGreaterThan(receivedBefore);
    const history = await (await otherPerson.get("/api/message-history")).json();
    expect(history).toMatchObject({ success: true, history: [] });
  });

  await stores.close();
  await Promise.all([secondDevice.dispose(), otherPerson.dispose()]);
});

async function post(session: APIRequestContext, path: string, data: object): Promise<void> {
  const response = await session.post(path, { data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
}

async function signUp(session: APIRequestContext, person: Account): Promise<void> {
  await post(session, "/api/signup", person);
  await logIn(session, person, 200);
}

async function logIn(session: APIRequestContext, person: Account, status: number): Promise<void> {
  const { email, password } = person;
  const response = await session.post("/api/login", { data: { email, password } });
  expect(response.status()).toBe(status);
}

/** Number of messages that Matinale has sent to this phone. */
async function messagesTo(session: APIRequestContext, digits: string): Promise<number> {
  const response = await session.get(`${process.env["PHONE_URL"]}/sim/phones/${digits}/messages`);
  const messages: { direction: string }[] = await response.json();
  return messages.filter(({ direction }) => direction === "out").length;
}

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

import type { APIRequestContext } from "playwright/test";
import { openStores } from "../stack/stores.ts";
import { expect, test } from "./fixtures.ts";

/** All that is known of the two people who have this number, one after the other. */
const person = (digits: string, name: string) => ({
  username: `${name} ${digits}`,
  email: `${name}.${digits}@exemple.fr`,
  password: "correct horse battery",
});
type Person = ReturnType<typeof person>;

const extraHTTPHeaders = { "X-Requested-With": "XMLHttpRequest" };
test.use({ extraHTTPHeaders });

test("whoever deletes their account takes everything along and is gone from everywhere", async ({
  playwright,
  request,
  phone,
  baseURL,
}) => {
  const visitor = () => playwright.request.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders });
  const [elsewhere, stranger, stores] = [await visitor(), await visitor(), await openStores()];
  const zoe = person(phone.digits, "zoe");
  const max = person(phone.digits, "max");
  const secrets = [zoe.username, zoe.email, phone.digits];
  let id = "";
  let heardBefore = 0;

  await test.step("somebody uses everything", async () => {
    await signUp(request, zoe);
    await logIn(elsewhere, zoe, 200);
    id = await stores.userIdOf(zoe.email);
    await post(request, "/api/user/categories", { categoryId: 2 });
    await request.patch("/api/user/preferences", { data: { deliveryTime: "06:15" } });
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

  await test.step("they take away what every service knows of them", async () => {
    const taken = await (await request.get("/api/user/export")).json();
    expect(taken).toMatchObject({
      missing: [],
      identity: { email: zoe.email, username: zoe.username },
      preferences: { deliveryTime: "06:15", categories: [{ id: 2 }] },
      billing: { planId: 3, stripeSubscriptionId: expect.stringMatching(/^sub_sim_/) },
      content: { copies: {} },
      delivery: { phone: phone.number, deliveries: [{ manual: true }] },
    });
  });

  const { profilePicture } = await (await request.get("/api/me")).json();

  await test.step("a wrong password deletes nothing", async () => {
    const refused = await request.delete("/api/user", { data: { password: "not the one" } });
    expect(refused.status()).toBe(401);
    expect((await request.get("/api/me")).status()).toBe(200);
  });

  await test.step("the right one ends every session and frees the names", async () => {
    const deleted = await request.delete("/api/user", { data: { password: zoe.password } });
    expect(deleted.status()).toBe(200);
    for (const session of [request, elsewhere]) {
      expect((await session.get("/api/me")).status()).toBe(401);
    }
    await logIn(stranger, zoe, 401);
    expect((await request.get(profilePicture)).status()).toBe(404);
  });

  await test.step("nothing that names them is left in any store or compacted topic", async () => {
    await expect
      .poll(() => stores.lastWords(id), { timeout: 30_000 })
      .toEqual(["nothing", "nothing", "nothing"]);
    await expect.poll(() => stores.placesOf(...secrets), { timeout: 30_000 }).toEqual([]);
    heardBefore = await heard(stranger, phone.digits);
  });

  await test.step("somebody else may have the number, and hears only what is theirs", async () => {
    await signUp(stranger, max);
    await post(stranger, "/api/user/whatsapp/connect", { phone: phone.number });
    await expect.poll(() => heard(stranger, phone.digits)).toBeGreaterThan(heardBefore);
    const history = await (await stranger.get("/api/message-history")).json();
    expect(history).toMatchObject({ success: true, history: [] });
  });

  await stores.close();
  await Promise.all([elsewhere.dispose(), stranger.dispose()]);
});

async function post(session: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await session.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

async function signUp(session: APIRequestContext, who: Person): Promise<void> {
  await post(session, "/api/signup", who);
  await logIn(session, who, 200);
}

async function logIn(session: APIRequestContext, who: Person, status: number): Promise<void> {
  const { email, password } = who;
  const answer = await session.post("/api/login", { data: { email, password } });
  expect(answer.status()).toBe(status);
}

/** How many messages Matinale has sent to this phone. */
async function heard(session: APIRequestContext, digits: string): Promise<number> {
  const answer = await session.get(`${process.env["PHONE_URL"]}/sim/phones/${digits}/messages`);
  const messages: { direction: string }[] = await answer.json();
  return messages.filter(({ direction }) => direction === "out").length;
}

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

import { record } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { consumers } from "../consumers/index.ts";
import { billingForTests } from "../testing/stripe.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";
import { reconcile } from "./reconcile-subscription.ts";

const { stripe, billing } = await billingForTests();

const customerAtStripe = async (as: string) => {
  const [id, { customers }] = [await billing.customerOf(as), await stripe.state()];
  return customers.find((each) => each.id === id);
};

test("a first purchase tells Stripe the address and the language, before the first invoice", async () => {
  billing.people.set("ada", { email: "ada@example.com", language: "en" });
  await billing.choose("ada", 2);
  const seen = { email: "ada@example.com", preferred_locales: ["en"] };
  expect(await customerAtStripe("ada")).toMatchObject(seen);
  expect(JSON.stringify(await billing.stored("ada"))).not.toContain("ada@example.com");
});

test("a purchase succeeds while identity is away, and its customer gets the address later", async () => {
  billing.people.set("bob", new Error("identity is away"));
  expect(await billing.choose("bob", 2)).toMatchObject({ status: 200 });
  expect(await customerAtStripe("bob")).toMatchObject({ email: null });
  billing.people.set("bob", { email: "bob@example.com", language: "fr" });
  await billing.work();
  expect(await customerAtStripe("bob")).toMatchObject({ email: "bob@example.com" });
});

test("a purchase tells Stripe the address after a crash that followed the creation of the customer", async () => {
  billing.people.set("bea", { email: "bea@example.com", language: "fr" });
  const { provider } = billing;
  const dying = { ...provider, setContact: () => new Promise<never>(() => undefined) };
  void stripeCheckout({ ...billing, provider: dying }).choose(asUserId("bea"), 1);
  await expect.poll(() => billing.subscriptions.of(asUserId("bea"))).toHaveProperty("customerId");
  await billing.choose("bea", 1);
  expect(await customerAtStripe("bea")).toMatchObject({ email: "bea@example.com" });
});

test("a change of address reaches Stripe, the newest one last", async () => {
  billing.people.set("cleo", { email: "old@example.com", language: "fr" });
  await billing.choose("cleo", 1);
  billing.people.set("cleo", { email: "new@example.com", language: "fr" });
  const bus = memoryBroker().bus("billing");
  const workers = bus.consume(consumers(billing, billing.forgetting));
  await Promise.all(workers.map((worker) => worker.start()));
  const user = { userId: "cleo", version: 7n, language: "fr", voice: "female" };
  await bus.publish([record("user.changed", user), record("user.changed", user)]);
  const jobs = () => billing.stripeJobs.model.countDocuments({ kind: "set_contact", doneAt: null });
  await expect.poll(jobs).toBe(1);
  await Promise.all(workers.map((worker) => worker.stop()));
  await billing.work();
  expect(await customerAtStripe("cleo")).toMatchObject({ email: "new@example.com" });
});

test("a change of address is done when the customer was deleted at Stripe", async () => {
  billing.people.set("dina", { email: "dina@example.com", language: "fr" });
  await billing.choose("dina", 1);
  const target = await billing.customerOf("dina");
  await billing.provider.deleteCustomer(target);
  await billing.stripeJobs.add({ _id: "new address", kind: "set_contact", target }, new Date());
  await billing.work();
  expect(await billing.stripeJobs.model.findById("new address").lean()).toMatchObject({
    doneAt: expect.any(Date),
  });
});

test("a customer has no address at Stripe when Stripe refuses it, and no job waits for ever", async () => {
  const refused = { email: "flo@mail-.example.com", language: "en" } as const;
  billing.people.set("flo", refused);
  expect(await billing.choose("flo", 1)).toMatchObject({ status: 200 });
  await billing.work();
  expect(await customerAtStripe("flo")).toMatchObject({ email: null, preferred_locales: ["en"] });
  expect(await billing.stripeJobs.oldest(new Date(Date.now() + 60_000))).toBe(0);
  // no receipt goes to the address before
  const target = await billing.customerOf("flo");
  await billing.provider.setContact(target, { ...refused, email: "flo@example.com" });
  await billing.provider.setContact(target, refused);
  expect(await customerAtStripe("flo")).toMatchObject({ email: null });
});

test("deletes the customer of a person who is erased while the customer is created", async () => {
  const gus = asUserId("gus");
  const { provider, erased, subscriptions } = billing;
  let created = "";
  const createCustomer: typeof provider.createCustomer = async (...call) => {
    // the erasure has read the subscription, which has no customer yet
    await erased.mark([gus], new Date());
    return (created = await provider.createCustomer(...call));
  };
  const checkout = stripeCheckout({ ...billing, provider: { ...provider, createCustomer } });
  await expect(checkout.choose(gus, 1)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await subscriptions.erase(gus, new Date());
  await billing.work();
  const { customers } = await stripe.state();
  expect(customers.find(({ id }) => id === created)).toMatchObject({ deleted: true });
});

test.each([
  ["hal", "before the erasure", true],
  ["ivy", "after the erasure", false],
])("deletes the customer of %s, whose creation crashed %s", async (id, _, isKeptBefore) => {
  const user = asUserId(id);
  const { provider, erased, forgetting, time } = billing;
  let created = "";
  const createCustomer: typeof provider.createCustomer = async (...call) => {
    created = await provider.createCustomer(...call);
    return new Promise<never>(() => undefined);
  };
  void stripeCheckout({ ...billing, provider: { ...provider, createCustomer } }).choose(user, 2);
  await expect.poll(() => created).not.toBe("");
  const soon = new Date(Date.now() + 61_000);
  const keep = async () => {
    time.fixed = soon;
    await billing.work();
    time.fixed = null;
  };
  if (isKeptBefore) await keep();
  expect(await billing.customerOf(id)).toBe(isKeptBefore ? created : "");
  await erased.mark([user], new Date());
  await forgetting.forget([user]);
  await keep();
  await billing.work();
  const { customers } = await stripe.state();
  expect(customers.find((each) => each.id === created)).toMatchObject({ deleted: true });
  expect(await billing.stripeJobs.model.countDocuments({ target: { $in: [id, created] } })).toBe(0);
});

test("deletes the second customer of a person when the creation of both was interrupted", async () => {
  const kim = asUserId("kim");
  await billing.subscriptions.startTrial(kim, new Date());
  const created = ["customer:kim:0", "customer:kim:1"].map(async (key) => {
    await billing.stripeJobs.add({ _id: key, kind: "keep_customer", target: kim }, new Date());
    return billing.provider.createCustomer(kim, key);
  });
  const both = await Promise.all(created);
  await billing.work();
  await billing.work();
  const { customers } = await stripe.state();
  const left = both.filter((each) => customers.find(({ id }) => id === each)?.deleted !== true);
  expect(left).toEqual([await billing.customerOf("kim")]);
});

test("a purchase that stores its customer leaves no job, also after Stripe refused one", async () => {
  await stripe.faults({ call: "POST /v1/customers", status: 500, times: 1 });
  expect(await billing.choose("joe", 2)).toMatchObject({ status: 503 });
  expect(await billing.choose("joe", 2)).toMatchObject({ status: 200 });
  expect(await billing.stripeJobs.model.countDocuments({ target: "joe" })).toBe(0);
});

test("keeps the plan after a change when the prices at Stripe are replaced", async () => {
  await billing.subscribe("dan", 1);
  await stripe.setCard(await billing.customerOf("dan"), "good");
  await billing.change("dan", 3);
  const { subscription } = await reconcile(asUserId("dan"), new Date(), {
    ...billing,
    provider: stripe.provider({ 1: "price_new_1", 2: "price_new_2", 3: "price_new_3" }),
  });
  expect(subscription).toMatchObject({ status: "active", paid: { planId: 3 } });
});

test("lists the invoices of one person, the newest first, and none without a purchase", async () => {
  await billing.subscribe("eve", 2);
  await stripe.setCard(await billing.customerOf("eve"), "good");
  await billing.passDays(31);
  const listed = await billing.call("GET /invoices", { as: "eve" });
  expect(listed).toMatchObject({
    status: 200,
    body: {
      invoices: [
        { amount: 999, currency: "eur", state: "paid" },
        { amount: 999, currency: "eur", state: "paid" },
      ],
    },
  });
  const none = { status: 200, body: { invoices: [] } };
  expect(await billing.call("GET /invoices", { as: "without-purchases" })).toMatchObject(none);
  // as after the keys of Stripe's test mode were replaced by live keys
  await billing.subscriptions.apply(asUserId("eve"), new Date(), () => ({
    customerId: "cus_test",
  }));
  expect(await billing.call("GET /invoices", { as: "eve" })).toMatchObject(none);
});

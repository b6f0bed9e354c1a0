import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { signUp, toast } from "./visitor.ts";

test("a plan is chosen, changed, cancelled and resumed", async ({ page }) => {
  await signUp(page, "sofia");

  await test.step("without card data, choosing a plan subscribes at once", async () => {
    await page.goto("/#pricing");
    await page.getByRole("link", { name: "Choisir Essentiel" }).click();
    await expect(toast(page)).toContainText("Abonnement simulé créé avec succès");
    await expect(page).toHaveURL(/\/account$/);
  });

  await test.step("the account shows the plan, its state and the trial", async () => {
    await openSubscription(page);
    await expect(panel(page).getByRole("heading", { name: "Essentiel" })).toBeVisible();
    await expect(panel(page).getByText("Actif")).toBeVisible();
    await expect(panel(page).getByText("7", { exact: true })).toBeVisible();
  });

  await test.step("another plan replaces it", async () => {
    await panel(page).getByRole("link", { name: "Changer de formule" }).click();
    await expect(page.getByRole("radio", { name: "Essentiel", checked: true })).toBeVisible();
    await page.getByRole("radio", { name: "Premium" }).click();
    await expect(page).toHaveURL(/\/account$/);
    await openSubscription(page);
    await expect(panel(page).getByRole("heading", { name: "Premium" })).toBeVisible();
  });

  await test.step("closing the dialog changes nothing and returns the focus", async () => {
    const cancel = panel(page).getByRole("button", { name: "Résilier" });
    await cancel.click();
    const keep = dialog(page).getByRole("button", { name: "Conserver mon abonnement" });
    await expect(keep).toBeFocused();
    await keep.click();
    await expect(dialog(page)).toBeHidden();
    await expect(cancel).toBeFocused();
  });

  await test.step("cancelling shows the last day", async () => {
    await panel(page).getByRole("button", { name: "Résilier" }).click();
    await expect(dialog(page)).toContainText("Vous recevrez vos éditions jusqu’au");
    await dialog(page).getByRole("button", { name: "Résilier" }).click();
    await expect(toast(page)).toContainText("Abonnement résilié");
    await expect(panel(page).getByText("Résilié", { exact: true })).toBeVisible();
    await expect(panel(page).getByText(/Vos éditions arrivent jusqu’au/)).toBeVisible();
  });

  await test.step("a cancelled subscription is resumed", async () => {
    await panel(page).getByRole("button", { name: "Reprendre l’abonnement" }).click();
    await expect(toast(page)).toContainText("L’abonnement reprend");
    await expect(panel(page).getByText("Actif")).toBeVisible();
  });
});

test("a refused card shows the reason, and another plan can be paid", async ({ page, baseURL }) => {
  await signUp(page, "paul");
  await fakeStripe(page);
  await page.goto("/subscribe?plan=2");
  const pay = page.getByRole("button", { name: "S’abonner et payer" });
  await expect(page.getByText("Numéro de carte")).toBeVisible();
  await expect(page.getByText("Résiliable à tout moment depuis votre compte.")).toBeVisible();

  await pay.click();
  const missing = page.getByText(/^Cochez cette case pour payer/);
  // The red of errors.
  await expect(missing).toHaveCSS("color", "rgb(185, 28, 46)");
  await page.getByRole("checkbox", { name: /Je veux recevoir mes éditions/ }).check();
  await pay.click();
  await expect(page.getByText("Paiement en cours.")).toBeVisible();
  await expect(pay).toBeDisabled();
  await expect.poll(() => stored(page, "return_url")).toBe(`${baseURL}/account?plan=2`);
  await page.evaluate(() => dispatchEvent(new Event("bank-answered")));
  const problem = page.getByRole("main").getByRole("alert");
  await expect(problem).toContainText("Paiement refusé");
  await expect(problem).toContainText("Votre carte a été refusée.");
  await expect(pay).toBeEnabled();

  await page.getByRole("radio", { name: "Professionnel" }).click();
  await expect(page).toHaveURL(/\?plan=3$/);
  await expect(page.getByText("Numéro de carte")).toBeVisible();
  await expect.poll(() => stored(page, "secret")).toBe("pi_3_secret_x");
});

test.describe("a blocked payment script", () => {
  test.use({ tolerated: /ERR_BLOCKED_BY_CLIENT/ });

  test("shows a message and causes no uncaught error", async ({ page }) => {
    const uncaught: Error[] = [];
    page.on("pageerror", (error) => uncaught.push(error));
    await signUp(page, "rosa");
    await fakeStripe(page);
    await page.route("https://js.stripe.com/**", (route) => route.abort("blockedbyclient"));
    await page.goto("/subscribe?plan=2");
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "The payment service is not available at the moment. Please try again later.",
    );
    // The browser reports an unhandled rejection after the message shows.
    await page.waitForLoadState("networkidle");
    expect(uncaught).toEqual([]);
  });
});

/** What the fake Stripe was called with. */
const stored = (page: Page, name: "return_url" | "secret") =>
  page.evaluate((key) => sessionStorage.getItem(key), name);
const panel = (page: Page) => page.getByRole("tabpanel", { name: "Abonnement" });
const dialog = (page: Page) => page.getByRole("alertdialog");

async function openSubscription(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Abonnement" }).click();
}

/** Replaces Stripe's script and our payment API with fakes: Stripe serves its script only from its own site. */
async function fakeStripe(page: Page): Promise<void> {
  await page.route("**/api/payment-configuration", (route) =>
    route.fulfill({ json: { publishableKey: "pk_test_e2e", simulated: false } }),
  );
  await page.route("**/api/create-payment-intent", (route) => {
    const { planId }: { planId: number } = route.request().postDataJSON();
    return route.fulfill({
      json: { clientSecret: `pi_${planId}_secret_x`, simulated: false },
    });
  });
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripe }),
  );
}

const stripe = `
  const element = () => {
    const handlers = {};
    const on = (name, handler) => ((handlers[name] = handler), self);
    const self = {
      on, once: on, off: () => self, update() {}, unmount() {}, destroy() {},
      mount(place) {
        place.textContent = "Numéro de carte";
        queueMicrotask(() => handlers.ready?.({ elementType: "payment" }));
      },
    };
    return self;
  };
  window.Stripe = () => ({
    elements({ clientSecret }) {
      sessionStorage.setItem("secret", clientSecret);
      return { create: element, getElement: () => null, submit: async () => ({}), update() {}, on() {} };
    },
    async confirmPayment({ confirmParams }) {
      const { promise, resolve } = Promise.withResolvers();
      addEventListener("bank-answered", resolve, { once: true });
      sessionStorage.setItem("return_url", confirmParams.return_url);
      await promise;
      return { error: { message: "Votre carte a été refusée." } };
    },
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {},
  });
`;

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { reloadPage } from "../../lib/reload-page.ts";
import { dark, light } from "../../styles/tokens/colors.ts";
import { stripe } from "../../testing/fake-stripe.tsx";
import { gateway } from "../../testing/gateway.ts";
import { intents, openPlans, payWith } from "../../testing/payments.ts";

vi.mock("../../lib/reload-page.ts", () => ({ reloadPage: vi.fn<() => void>() }));

beforeEach(() => payWith("secret_1"));

const submitButton = () => screen.findByRole("button", { name: "S’abonner et payer" });
const sentWaivers = () =>
  intents().filter((body) => typeof body === "object" && body !== null && "waiver" in body);

test("the payment form uses the language and the colours of the site, also after a change", async () => {
  stripe.forms.length = 0;
  const { user } = await openPlans();
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  expect(stripe.loadStripe).toHaveBeenLastCalledWith("pk_test_1", { locale: "fr" });
  await user.click(screen.getByRole("switch", { name: "English" }));
  await waitFor(() =>
    expect(stripe.forms).toEqual(
      ["fr", "en"].map((locale) => ({
        clientSecret: "secret_1",
        locale,
        appearance: expect.any(Object),
      })),
    ),
  );
  expect(stripe.loadStripe).toHaveBeenLastCalledWith("pk_test_1", { locale: "en" });
});

const cardProblem = "Carte refusée.";
const returns = (error: object) => async () => ({ error });

test.each([
  [
    "a refusal",
    returns({ type: "card_error", message: cardProblem }),
    `Paiement refusé${cardProblem}Rien n’a été prélevé. Vérifiez les données de la carte`,
  ],
  [
    "a failed confirmation at the bank",
    returns({
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message: cardProblem,
    }),
    `Paiement refusé${cardProblem}Rien n’a été prélevé.`,
  ],
  [
    "a lost connection to Stripe",
    returns({ type: "api_connection_error", message: "Pas de réseau." }),
    "Paiement refuséPas de réseau.Réessayez dans un instant : un paiement déjà passé n’est pas",
  ],
  [
    "an exception",
    () => Promise.reject(new Error("Réseau coupé.")),
    "Paiement impossibleRéseau coupé.Réessayez dans un instant",
  ],
  [
    "a failure without a message",
    returns({ type: "card_error" }),
    "Paiement refuséAn error occurred while processing your payment. Please try again.",
  ],
])(
  "%s of the payment shows why and what to do until the next attempt",
  async (_what, respond, words) => {
    stripe.confirmPayment.mockImplementation(respond);
    const { user, store } = await openPlans();
    const submit = await submitButton();
    await user.click(screen.getByRole("checkbox"));
    await user.click(submit);
    expect(await screen.findByRole("alert")).toHaveTextContent(words);
    expect(submit.closest("form")).toContainElement(screen.getByRole("alert"));
    expect(store.getState().toasts.current).toBeNull();
    expect(stripe.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({ confirmParams: { return_url: "http://site.test/account?plan=1" } }),
    );
    expect(submit).toBeEnabled();
    stripe.confirmPayment.mockImplementation(() => Promise.withResolvers<unknown>().promise);
    await user.click(submit);
    expect(await screen.findByText("Paiement en cours.")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test("after a change of the language only the texts of the site say why a payment failed", async () => {
  stripe.confirmPayment.mockImplementation(returns({ type: "card_error", message: cardProblem }));
  const { user } = await openPlans();
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await submitButton());
  expect(await screen.findByText(cardProblem)).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "English" }));
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent(
      "Payment failedNothing has been charged. Check the card details",
    ),
  );
  expect(screen.queryByText(cardProblem)).toBeNull();
});

test("fields that are incomplete stop the payment before any request", async () => {
  stripe.submit.mockResolvedValueOnce({ error: { message: "Numéro incomplet." } });
  const { user } = await openPlans();
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await submitButton());
  expect(await screen.findByText("Numéro incomplet.")).toBeVisible();
  expect(sentWaivers()).toEqual([]);
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

test("the payment form follows the colour scheme", async () => {
  const scheme = Object.assign(matchMedia("(prefers-color-scheme: dark)"), { matches: false });
  const spy = vi.spyOn(globalThis, "matchMedia").mockReturnValue(scheme);
  onTestFinished(() => spy.mockRestore());
  await openPlans();
  await submitButton();
  const colors = (text: string) =>
    expect.objectContaining({ variables: expect.objectContaining({ colorText: text }) });
  expect(stripe.appearance).toEqual(colors(light.text));
  act(() => {
    Object.assign(scheme, { matches: true });
    scheme.dispatchEvent(new Event("change"));
  });
  expect(stripe.appearance).toEqual(colors(dark.text));
});

test("a page from the back/forward cache is loaded again, because its payment may have ended", async () => {
  await openPlans();
  await submitButton();
  globalThis.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(reloadPage).not.toHaveBeenCalled();
  globalThis.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(reloadPage).toHaveBeenCalledOnce();
});

test("during a payment the button is disabled and the page asks to stay", async () => {
  stripe.confirmPayment.mockImplementation(() => Promise.withResolvers<unknown>().promise);
  const { user } = await openPlans();
  const submit = await submitButton();
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);
  expect(await screen.findByText("Paiement en cours.")).toBeVisible();
  expect(submit).toBeDisabled();
});

test("a free first month saves the card without a payment", async () => {
  payWith("seti_1_secret_1", 0);
  stripe.confirmSetup.mockResolvedValue({ error: { message: "Carte refusée." } });
  const { user } = await openPlans();
  const submit = await screen.findByRole("button", { name: "S’abonner et payer plus tard" });
  expect(screen.getByText("Rien à payer aujourd’hui.")).toBeVisible();
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);
  expect(await screen.findByText("Carte refusée.")).toBeVisible();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

test("nothing is paid before the right of withdrawal is waived, and the waiver is recorded first", async () => {
  const waivers: unknown[] = [];
  stripe.confirmPayment.mockImplementation(() => {
    waivers.push(...sentWaivers());
    return Promise.withResolvers<unknown>().promise;
  });
  const { user } = await openPlans();
  const submit = await submitButton();
  await user.click(submit);
  expect(screen.getByText(/^Cochez cette case pour payer/)).toBeVisible();
  expect(screen.getByRole("checkbox")).toHaveFocus();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  await user.click(
    screen.getByRole("checkbox", { name: /perdre alors mon droit de rétractation/ }),
  );
  await user.click(submit);
  await waitFor(() => expect(stripe.confirmPayment).toHaveBeenCalled());
  expect(waivers).toEqual([expect.objectContaining({ waiver: true })]);
});

test("a free first month with the card on file begins only with the order button", async () => {
  gateway.state.intent = { clientSecret: null, dueToday: 0, simulated: false, awaitsOrder: true };
  const { user, address } = await openPlans();
  const submit = await screen.findByRole("button", { name: "S’abonner et payer plus tard" });
  expect(screen.getByText("Rien à payer aujourd’hui.")).toBeVisible();
  await user.click(submit);
  expect(screen.getByRole("checkbox")).toHaveFocus();
  expect(sentWaivers()).toEqual([]);
  expect(address()).toBe("/subscribe");
  gateway.fail("create-payment-intent", 503, "SERVICE_UNAVAILABLE", "Later, please.");
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);
  expect(await screen.findByRole("alert")).toHaveTextContent("Later, please.");
  gateway.server.resetHandlers();
  gateway.state.intent = { clientSecret: null, dueToday: null, simulated: false };
  await user.click(submit);
  expect(await screen.findByText("L’abonnement est créé")).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
  expect(sentWaivers().at(-1)).toEqual({ planId: 1, waiver: true });
});

test("a waiver that cannot be recorded stops the payment", async () => {
  const { user } = await openPlans();
  await submitButton();
  gateway.fail("create-payment-intent", 503, "SERVICE_UNAVAILABLE", "Later, please.");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "S’abonner et payer" }));
  expect(await screen.findByText("Later, please.")).toBeVisible();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

const secretChangesTo = (clientSecret: string | null) => {
  gateway.state.intent = { ...gateway.state.intent, clientSecret };
};

test("a payment that another tab has replaced is not made, and its new form is shown", async () => {
  const { user } = await openPlans();
  const submit = await submitButton();
  secretChangesTo("secret_2");
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);
  expect(await screen.findByTestId("secret_2")).toBeInTheDocument();
  expect(await screen.findByRole("alert")).toHaveTextContent("Ce paiement n’est plus valable");
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  stripe.confirmPayment.mockImplementation(() => Promise.withResolvers<unknown>().promise);
  await user.click(screen.getByRole("checkbox"));
  await user.click(await submitButton());
  await waitFor(() => expect(stripe.confirmPayment).toHaveBeenCalledOnce());
});

test("a plan that another tab has paid is reported, and the account page opens", async () => {
  const { user, address } = await openPlans();
  const submit = await submitButton();
  secretChangesTo(null);
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);
  expect(await screen.findByText("L’abonnement est créé")).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

test("fields that fail to load are reported instead of a placeholder", async () => {
  stripe.isFieldsDown = true;
  onTestFinished(() => {
    stripe.isFieldsDown = false;
  });
  await openPlans();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The payment service is not available at the moment. Please try again later.",
  );
  expect(screen.queryByRole("button", { name: "S’abonner et payer" })).toBeNull();
});

import { screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { stripe } from "../../testing/fake-stripe.tsx";
import { camille, premium } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";
import { shownToast } from "../../testing/shown-toast.ts";
import { toasts } from "../../toasts/toasts-slice.ts";

vi.mock(
  "@stripe/stripe-js/pure",
  async () => (await import("../../testing/fake-stripe.tsx")).stripeJs,
);
vi.mock(
  "@stripe/react-stripe-js",
  async () => (await import("../../testing/fake-stripe.tsx")).reactStripe,
);

const open = (address = "/subscribe") => visit(address, { signedIn: true });
const intents = () =>
  gateway.calls
    .filter(({ call }) => call === "POST /api/create-payment-intent")
    .map(({ body }) => body);
const chosen = () => screen.findByRole("radio", { checked: true });
const payWith = (clientSecret: string) => {
  gateway.state.payment = {
    ...gateway.state.payment,
    publishableKey: "pk_test_1",
    simulated: false,
  };
  gateway.state.intent = { clientSecret, simulated: false };
};

test("without a session shows one toast and redirects to the log-in", async () => {
  const added = vi.spyOn(toasts.actions, "add");
  const { address } = await visit("/subscribe", { strict: true });
  expect(await screen.findByText("Connectez-vous pour choisir une formule")).toBeVisible();
  expect(shownToast()).toHaveAttribute("data-variant", "destructive");
  await waitFor(() => expect(address()).toBe("/login?redirect=subscribe"));
  expect(added).toHaveBeenCalledOnce();
});

test("the log-in leads back to the plans", async () => {
  payWith("secret_1");
  const { user, address } = await visit("/login?redirect=subscribe");
  await user.type(await screen.findByLabelText("Adresse e-mail"), camille.email);
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/subscribe"));
});

test("the log-in ignores any other redirect", async () => {
  const { user, address } = await visit("/login?redirect=https://evil.example");
  await user.type(await screen.findByLabelText("Adresse e-mail"), camille.email);
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/account"));
});

test.each([
  ["?plan=2", "Premium", 2],
  ["", "Essentiel", 1],
  ["?plan=99", "Essentiel", 1],
  ["?plan=premium", "Essentiel", 1],
])("%s selects %s and creates one payment intent", async (search, name, planId) => {
  payWith("secret_1");
  await open(`/subscribe${search}`);
  expect(await chosen()).toHaveAccessibleName(name);
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  expect(intents()).toEqual([{ planId }]);
});

test("a click on a plan changes the address and creates a payment intent for the plan", async () => {
  payWith("secret_1");
  const { user, address } = await open();
  await user.click(await screen.findByRole("radio", { name: "Premium" }));
  expect(address()).toBe("/subscribe?plan=2");
  await waitFor(() => expect(intents()).toEqual([{ planId: 1 }, { planId: 2 }]));
});

test("asks for country, postcode and promotion code before the payment, when Stripe needs them", async () => {
  payWith("secret_1");
  gateway.state.payment = { ...gateway.state.payment, asksAddress: true, asksPromotionCode: true };
  const { user } = await open("/subscribe?plan=2");
  await user.type(await screen.findByLabelText("Code postal"), "75011 ");
  expect(screen.getByRole("combobox", { name: /Pays de facturation/ })).toHaveTextContent("France");
  await user.type(screen.getByLabelText("Code promo (facultatif)"), "MATIN20");
  expect(intents()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  const address = { country: "FR", postalCode: "75011" };
  expect(intents()).toEqual([{ planId: 2, address, promotionCode: "MATIN20" }]);
});

test("a refused promotion code leads back to the form with what was typed", async () => {
  payWith("secret_1");
  gateway.state.payment = { ...gateway.state.payment, asksPromotionCode: true };
  const refusal = "Ce code promo n’est pas valable pour cette formule.";
  gateway.server.use(
    http.post("*/api/create-payment-intent", () =>
      HttpResponse.json({ code: "VALIDATION_FAILED", message: refusal }, { status: 400 }),
    ),
  );
  const { user } = await open();
  await user.type(await screen.findByLabelText("Code promo (facultatif)"), "PAST");
  await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
  expect((await screen.findAllByText(refusal)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByLabelText("Code promo (facultatif)")).toHaveValue("PAST");
});

test("the payment form uses the language and the colours of the site, also after a change", async () => {
  payWith("secret_1");
  stripe.forms.length = 0;
  const { user } = await open();
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

test.each([
  ["fr", /^Vous avez déjà utilisé l’essai gratuit/],
  ["en", /^You have already used the free trial/],
] as const)(
  "says that there is no second trial when the trial was used (%s)",
  async (language, text) => {
    payWith("secret_1");
    const { subscription } = gateway.state;
    gateway.state.subscription = {
      ...subscription,
      status: "lapsed",
      stripeSubscriptionId: null,
      trialUsed: true,
    };
    await visit("/subscribe", { signedIn: true, language });
    expect(await screen.findByText(text)).toBeVisible();
    gateway.state.subscription = subscription;
  },
);

test.each([
  ["the trial was not used", { stripeSubscriptionId: null, trialUsed: false }],
  ["a subscription is active", { ...premium, trialUsed: true }],
])("does not mention the trial when %s", async (_when, state) => {
  payWith("secret_1");
  gateway.state.subscription = { ...gateway.state.subscription, ...state };
  await open();
  await chosen();
  expect(screen.queryByText(/essai gratuit/)).toBeNull();
});

test("creates a new payment intent when the reader comes back to a plan", async () => {
  payWith("secret_1");
  const { user } = await open();
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  for (const plan of ["Premium", "Essentiel"]) {
    await user.click(await screen.findByRole("radio", { name: plan }));
  }
  await waitFor(() => expect(intents()).toEqual([1, 2, 1].map((planId) => ({ planId }))));
});

test("ignores a late response for the previous plan", async () => {
  payWith("unused");
  const slow = Promise.withResolvers<void>();
  gateway.server.use(
    http.post("*/api/create-payment-intent", async ({ request }) => {
      const { planId } = (await request.json()) as { planId: number };
      if (planId === 1) await slow.promise;
      else await delay(0);
      return HttpResponse.json({ clientSecret: `secret_of_${planId}`, simulated: false });
    }),
  );
  const { user } = await open();
  await user.click(await screen.findByRole("radio", { name: "Premium" }));
  expect(await screen.findByTestId("secret_of_2")).toBeInTheDocument();
  slow.resolve();
  await waitFor(() => expect(screen.queryByTestId("secret_of_1")).not.toBeInTheDocument());
  expect(screen.getByTestId("secret_of_2")).toBeInTheDocument();
});

test("a simulated subscription shows the specified text and opens the account page", async () => {
  const { address } = await open("/subscribe?plan=2");
  expect(await screen.findByText("Abonnement simulé créé avec succès")).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
});

test("an intent without a client secret means that nothing is left to pay", async () => {
  gateway.state.payment = {
    ...gateway.state.payment,
    publishableKey: "pk_test_1",
    simulated: false,
  };
  gateway.state.intent = { clientSecret: null, simulated: false };
  const { address } = await open();
  expect(
    await screen.findByText("Vos éditions suivent dès maintenant votre nouvelle formule."),
  ).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
});

test("without a payment configuration creates no intent and shows the specified text", async () => {
  gateway.state.payment = { ...gateway.state.payment, publishableKey: null, simulated: false };
  await open();
  expect(
    await screen.findByText(
      "The payment service is not available at the moment. Please try again later.",
    ),
  ).toBeVisible();
  expect(intents()).toEqual([]);
});

test("shows the server's message when the subscription cannot be created", async () => {
  payWith("unused");
  gateway.fail("create-payment-intent", 503, "SERVICE_UNAVAILABLE", "Stripe est en panne.");
  await open();
  expect(await screen.findByText("L’abonnement n’a pas été créé")).toBeVisible();
  expect(screen.getAllByText("Stripe est en panne.").length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Réessayer" })).toBeVisible();
});

test("plans that fail to load can be loaded again", async () => {
  gateway.fail("subscription-plans", 500, "INTERNAL", "Broken.");
  await open();
  expect(await screen.findByText("Impossible de charger les formules.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Réessayer" })).toBeVisible();
});

test.each([
  ["a refusal", () => Promise.resolve({ error: { message: "Carte refusée." } }), "Paiement refusé"],
  ["an exception", () => Promise.reject(new Error("Réseau coupé.")), "Paiement impossible"],
])(
  "%s of the payment shows an error, and the form can be used again",
  async (_what, respond, title) => {
    payWith("secret_1");
    stripe.confirmPayment.mockImplementation(respond as () => Promise<unknown>);
    const { user } = await open();
    const submit = await screen.findByRole("button", { name: "Terminer l’abonnement" });
    await user.click(screen.getByRole("checkbox"));
    await user.click(submit);
    expect(await screen.findByText(title)).toBeVisible();
    expect(stripe.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({ confirmParams: { return_url: "http://localhost:8080/account" } }),
    );
    expect(submit).toBeEnabled();
  },
);

test("during a payment the button is disabled and the page asks to stay", async () => {
  payWith("secret_1");
  stripe.confirmPayment.mockImplementation(() => Promise.withResolvers<unknown>().promise);
  const { user } = await open();
  const submit = await screen.findByRole("button", { name: "Terminer l’abonnement" });
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);
  expect(await screen.findByText("Paiement en cours.")).toBeVisible();
  expect(submit).toBeDisabled();
});

test("a subscriber sees the current plan and must confirm before the card on file is charged", async () => {
  payWith("secret_1");
  gateway.state.subscription = premium;
  const { user } = await open();
  expect(await chosen()).toHaveAccessibleName("Premium");
  expect(await screen.findByText(/est déjà votre formule/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Essentiel" }));
  const confirm = await screen.findByRole("button", { name: "Passer à Essentiel et payer" });
  expect(screen.getByText(/^À payer aujourd’hui\s: 6,67\s€ pour le reste/)).toBeVisible();
  expect(
    screen.getByText(/^Ensuite, 4,99\s€ par mois à partir du 21 décembre 2026\.$/),
  ).toBeVisible();
  expect(intents()).toEqual([]);
  await user.click(confirm);
  await waitFor(() => expect(intents()).toEqual([{ planId: 1 }]));
});

test.each([
  ["fr", "Passer à Essentiel", /^Rien à payer aujourd’hui\.$/, /5,00\s€ déjà payés viendront en/],
  ["en", "Move to Essential", /^Nothing to pay today\.$/, /The €5\.00 you have already paid comes/],
] as const)(
  "a smaller plan costs nothing today (%s)",
  async (language, submit, nothing, credited) => {
    payWith("secret_1");
    gateway.state.subscription = premium;
    gateway.state.planChange = { ...gateway.state.planChange, dueToday: 0, credited: 500 };
    await visit("/subscribe?plan=1", { signedIn: true, language });
    expect(await screen.findByRole("button", { name: submit })).toBeVisible();
    expect(screen.getByText(nothing)).toBeVisible();
    expect(screen.getByText(credited)).toBeVisible();
  },
);

test("without a preview of the costs nothing can be confirmed", async () => {
  payWith("secret_1");
  gateway.state.subscription = premium;
  gateway.fail("plan-change-preview", 409, "CONFLICT", "Votre dernier paiement a échoué.");
  await open("/subscribe?plan=1");
  expect(await screen.findByText("Votre dernier paiement a échoué.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Passer à/ })).toBeNull();
  expect(intents()).toEqual([]);
});

test("a server without previews still lets the reader confirm", async () => {
  payWith("secret_1");
  gateway.state.subscription = premium;
  gateway.fail("plan-change-preview", 404, "NOT_FOUND", "Rien ici.");
  await open("/subscribe?plan=1");
  expect(await screen.findByRole("button", { name: "Passer à Essentiel et payer" })).toBeVisible();
});

test("does not redirect and creates no intent before the user is loaded", async () => {
  gateway.server.use(http.get("*/api/me", () => delay("infinite")));
  const { address, store } = await open("/subscribe?plan=2");
  expect(await screen.findByText("Chargement")).toBeVisible();
  expect(address()).toBe("/subscribe?plan=2");
  expect(store.getState().toasts.current).toBeNull();
  expect(intents()).toEqual([]);
});

test("nothing is paid before the right of withdrawal is waived, and the waiver is recorded first", async () => {
  payWith("secret_1");
  const waivers: unknown[] = [];
  stripe.confirmPayment.mockImplementation(() => {
    waivers.push(...sentWaivers());
    return Promise.withResolvers<unknown>().promise;
  });
  const { user } = await open();
  const submit = await screen.findByRole("button", { name: "Terminer l’abonnement" });
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

test("a waiver that cannot be recorded stops the payment", async () => {
  payWith("secret_1");
  const { user } = await open();
  await screen.findByRole("button", { name: "Terminer l’abonnement" });
  gateway.fail("create-payment-intent", 503, "SERVICE_UNAVAILABLE", "Later, please.");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Terminer l’abonnement" }));
  expect(await screen.findByText("Later, please.")).toBeVisible();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
});

const sentWaivers = (): unknown[] =>
  gateway.calls
    .filter(({ call }) => call === "POST /api/create-payment-intent")
    .map(({ body }) => body)
    .filter((body) => typeof body === "object" && body !== null && "waiver" in body);

import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Constants from "../config/constants.ts";
import {
  everyFailure,
  fail,
  forEach,
  waitWithFakeTimers,
  installFakeTimers,
  someFailures,
} from "../testing/failures.ts";
import { gateway } from "../testing/gateway.ts";
import { camille, premium } from "../testing/fixtures.ts";
import { visit } from "../testing/render-app.tsx";

// The back-off between retries is tested in base-query.test.ts.
vi.mock("../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  retryFirstMs: 1,
}));

beforeEach(installFakeTimers);
afterEach(() => vi.useRealTimers());

/** Pages that show their own message treat a 404 and a 429 like any other error. */
const failures = everyFailure.filter(({ name }) => !/not found|too many/.test(name));

interface FailedQueries {
  page: string;
  tab?: RegExp;
  visitor?: true;
  notConnected?: true;
  calls: string[];
  /** Messages in French and in English. */
  messages: [string, string][];
  /** Number of retry buttons. */
  retries: number;
  /** Content after the retry. */
  shows: (string | RegExp)[];
}

const retryLabel = /^(?:Réessayer|Try again|Actualiser|Refresh)$/;

const cases: FailedQueries[] = [
  {
    page: "/",
    visitor: true,
    calls: ["subscription-plans", "whatsapp/number"],
    messages: [
      ["Impossible de charger les formules.", "The plans could not be loaded."],
      [
        "Impossible de charger le QR code. Vous le retrouverez dans vos réglages.",
        "The QR code could not be loaded. You will find it in your settings.",
      ],
    ],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/account",
    calls: ["user/preferences", "user/delivery-hours"],
    messages: [
      [
        "Impossible de charger vos réglages d’envoi.",
        "Your delivery settings could not be loaded.",
      ],
    ],
    retries: 1,
    shows: ["Europe/Paris"],
  },
  {
    page: "/account",
    tab: /^(?:Abonnement|Subscription)$/,
    calls: ["subscription", "invoices"],
    messages: [
      ["Impossible de charger votre abonnement.", "Your subscription could not be loaded."],
      ["Impossible de charger vos factures.", "Your invoices could not be loaded."],
    ],
    retries: 2,
    shows: ["Premium"],
  },
  {
    page: "/settings",
    notConnected: true,
    calls: [
      "user/preferences",
      "categories",
      "user/categories",
      "subscription",
      "user/whatsapp/opt-in",
      "automation/status",
    ],
    messages: [
      ["Impossible de charger vos réglages.", "Your settings could not be loaded."],
      ["Impossible de charger les catégories.", "The categories could not be loaded."],
      [
        "Impossible de charger le QR code. Vous pouvez aussi indiquer votre numéro.",
        "The QR code could not be loaded. You can enter your number instead.",
      ],
    ],
    retries: 3,
    shows: ["Europe/Paris", "Culture", "START-ABCD2345"],
  },
  {
    page: "/settings",
    tab: /^(?:Profil|Profile)$/,
    calls: ["sessions"],
    messages: [["Impossible de charger vos appareils.", "Your devices could not be loaded."]],
    retries: 1,
    shows: ["Chrome, Android"],
  },
  {
    page: "/subscribe",
    calls: ["subscription-plans"],
    messages: [["Impossible de charger les formules.", "The plans could not be loaded."]],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/subscribe",
    calls: ["subscription", "payment-configuration"],
    messages: [
      [
        "Impossible de charger votre abonnement. Rien n’a été prélevé.",
        "Your subscription could not be loaded. Nothing has been charged.",
      ],
    ],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/message-status",
    calls: ["message-history"],
    messages: [["Impossible de charger l’historique", "The history could not be loaded"]],
    retries: 1,
    shows: ["Le prix du blé recule"],
  },
  {
    page: "/message-status",
    calls: ["automation/status"],
    messages: [["Erreur", "Error"]],
    retries: 2,
    shows: [/^(?:Arrêté|Stopped)$/],
  },
];

test.each(
  cases.map((queries, index) => ({ ...queries, caseFailures: someFailures(failures, index) })),
)("$page, $calls: shows the failure in both languages and recovers by a retry", async (queries) => {
  await forEach(queries.caseFailures, async (failure, index) => {
    const language = index % 2 === 0 ? "fr" : "en";
    gateway.reset();
    gateway.state.history = [{ id: "1", status: "sent", content: "Le prix du blé recule" }];
    gateway.state.subscription = premium;
    gateway.state.payment = { ...gateway.state.payment, publishableKey: null, simulated: false };
    if (queries.tab) gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1" };
    if (queries.notConnected) gateway.state.me = { ...camille, whatsappConnected: false };
    for (const call of queries.calls) fail(`GET ${call}`, failure);

    await visit(queries.page, { language, signedIn: !queries.visitor });
    if (queries.tab) await openTab(queries.tab);
    const main = within(await screen.findByRole("main"));
    const messages = queries.messages.map(([fr, en]) => (language === "fr" ? fr : en));
    await waitWithFakeTimers(() => {
      for (const message of messages) expect(main.getByText(message)).toBeVisible();
      expect(main.queryByText(/s’est interrompu|has stopped working/)).toBeNull();
      expect(busy()).toEqual([]);
    });

    gateway.server.resetHandlers();
    const retries = main.getAllByRole("button", { name: retryLabel });
    expect(retries).toHaveLength(queries.retries);
    for (const retry of retries) fireEvent.click(retry);
    for (const content of queries.shows) {
      expect((await main.findAllByText(content))[0]).toBeVisible();
    }
    for (const message of messages.slice(0, queries.retries)) {
      expect(main.queryByText(message)).toBeNull();
    }
    cleanup();
  });
});

async function openTab(name: RegExp) {
  fireEvent.mouseDown(await screen.findByRole("tab", { name }), { button: 0 });
}

/** Where each page leads when the current user cannot be loaded, and the text that it shows. */
const withoutUser = [
  { page: "/", address: "/", text: /^(?:Commencer|Get started)$/ },
  { page: "/login", address: "/login", text: /^(?:Bonjour|Hello)\.$/ },
  {
    page: "/signup",
    address: "/signup",
    text: /^(?:Votre édition commence ici|Your edition starts here)\.$/,
  },
  { page: "/account", address: "/login", text: /^(?:Bonjour|Hello)\.$/ },
  {
    page: "/settings",
    address: "/settings",
    text: /^(?:Connectez-vous pour voir vos réglages|Sign in to see your settings)\.$/,
  },
  {
    page: "/subscribe",
    address: "/login?redirect=subscribe",
    text: /^(?:Connectez-vous pour choisir une formule|Sign in to choose a plan)$/,
  },
  { page: "/message-status", address: "/login", text: /^(?:Bonjour|Hello)\.$/ },
  { page: "/nowhere", address: "/nowhere", text: "404 Page Not Found" },
];

test.each(
  withoutUser.map((each, index) => ({ ...each, caseFailures: someFailures(failures, index) })),
)(
  "$page leads to $address when the current user cannot be loaded",
  async ({ page, address, text, caseFailures }) => {
    await forEach(caseFailures, async (failure, index) => {
      gateway.reset();
      fail("GET me", failure);
      const visited = await visit(page, {
        language: index % 2 === 0 ? "fr" : "en",
        signedIn: true,
        next: address,
      });
      await waitWithFakeTimers(() => {
        expect(visited.address()).toBe(address);
        expect(screen.getAllByText(text)[0]).toBeVisible();
        expect(screen.queryByText(/s’est interrompu|has stopped working/)).toBeNull();
      });
      cleanup();
    });
  },
);

const busy = () => Array.from(document.querySelectorAll("main [aria-busy=true], main .spinner"));

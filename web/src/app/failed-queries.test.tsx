import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Constants from "../config/constants.ts";
import { everyFailure, fail, forEach, waitWithFakeTimers, installFakeTimers } from "../testing/failures.ts";
import { gateway } from "../testing/gateway.ts";
import { camille, premium } from "../testing/fixtures.ts";
import { visit } from "../testing/render-app.tsx";

// How long a page that insists waits between two tries is tested with the base query.
vi.mock("../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  retryFirstMs: 1,
}));

beforeEach(installFakeTimers);
afterEach(() => vi.useRealTimers());

/** A page that shows its own words makes no difference between refusals. */
const failures = everyFailure.filter(({ name }) => !/nothing there|too many/.test(name));

interface Reading {
  page: string;
  tab?: string;
  visitor?: true;
  unconnected?: true;
  calls: string[];
  /** In French and in English. */
  says: [string, string][];
  /** How many buttons ask again. */
  retries: number;
  /** What is there once the calls succeed. */
  shows: (string | RegExp)[];
}

const askAgain = /^(?:Réessayer|Try again|Actualiser|Refresh)$/;

const readings: Reading[] = [
  {
    page: "/",
    visitor: true,
    calls: ["subscription-plans", "whatsapp/number"],
    says: [
      ["Les formules ne se chargent pas.", "The plans could not be loaded."],
      [
        "Le QR code ne se charge pas. Vous le retrouverez dans vos réglages.",
        "The QR code could not be loaded. You will find it in your settings.",
      ],
    ],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/account",
    calls: ["user/preferences", "user/delivery-hours"],
    says: [
      ["Vos réglages d’envoi ne se chargent pas.", "Your delivery settings could not be loaded."],
    ],
    retries: 1,
    shows: ["Europe/Paris"],
  },
  {
    page: "/account",
    tab: "subscription",
    calls: ["subscription"],
    says: [["Votre abonnement ne se charge pas.", "Your subscription could not be loaded."]],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/settings",
    unconnected: true,
    calls: [
      "user/preferences",
      "categories",
      "user/categories",
      "subscription",
      "user/whatsapp/opt-in",
      "automation/status",
    ],
    says: [
      ["Vos réglages ne se chargent pas.", "Your settings could not be loaded."],
      ["Les catégories ne se chargent pas.", "The categories could not be loaded."],
      [
        "Le QR code ne se charge pas. Vous pouvez aussi indiquer votre numéro.",
        "The QR code could not be loaded. You can enter your number instead.",
      ],
    ],
    retries: 3,
    shows: ["Europe/Paris", "Culture", "START-ABCD2345"],
  },
  {
    page: "/subscribe",
    calls: ["subscription-plans"],
    says: [["Les formules ne se chargent pas.", "The plans could not be loaded."]],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/subscribe",
    calls: ["subscription", "payment-configuration"],
    says: [
      [
        "Votre abonnement ne se charge pas. Rien n’a été demandé à votre banque.",
        "Your subscription could not be loaded. Your bank has not been contacted.",
      ],
    ],
    retries: 1,
    shows: ["Premium"],
  },
  {
    page: "/message-status",
    calls: ["message-history"],
    says: [["L’historique ne se charge pas", "The history could not be loaded"]],
    retries: 1,
    shows: ["Le prix du blé recule"],
  },
  {
    page: "/message-status",
    calls: ["automation/status"],
    says: [["Erreur", "Error"]],
    retries: 2,
    shows: [/^(?:Arrêté|Stopped)$/],
  },
];

test.each(readings)(
  "$page, $calls: told in both languages, and read at the next try",
  async (reading) => {
    await forEach(failures, async (failure, index) => {
      const language = index % 2 === 0 ? "fr" : "en";
      gateway.reset();
      gateway.state.history = [{ id: "1", status: "sent", content: "Le prix du blé recule" }];
      gateway.state.subscription = premium;
      gateway.state.payment = { publishableKey: null, simulated: false };
      if (reading.tab) gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1" };
      if (reading.unconnected) gateway.state.me = { ...camille, whatsappConnected: false };
      for (const call of reading.calls) fail(`GET ${call}`, failure);

      await visit(reading.page, { language, signedIn: !reading.visitor });
      if (reading.tab) await openTab(/^(?:Abonnement|Subscription)$/);
      const main = within(await screen.findByRole("main"));
      const told = reading.says.map(([fr, en]) => (language === "fr" ? fr : en));
      await waitWithFakeTimers(() => {
        for (const words of told) expect(main.getByText(words)).toBeVisible();
        expect(main.queryByText(/s’est interrompu|has stopped working/)).toBeNull();
        expect(busy()).toEqual([]);
      });

      gateway.server.resetHandlers();
      const retries = main.getAllByRole("button", { name: askAgain });
      expect(retries).toHaveLength(reading.retries);
      for (const retry of retries) fireEvent.click(retry);
      for (const words of reading.shows) {
        expect((await main.findAllByText(words))[0]).toBeVisible();
      }
      for (const words of told.slice(0, reading.retries)) {
        expect(main.queryByText(words)).toBeNull();
      }
      cleanup();
    });
  },
);

async function openTab(name: RegExp) {
  fireEvent.mouseDown(await screen.findByRole("tab", { name }), { button: 0 });
}

/** Where a page leads whose reader cannot be told, and what it says. */
const withoutReader = [
  { page: "/", address: "/", says: /^(?:Commencer|Get started)$/ },
  { page: "/login", address: "/login", says: /^(?:Bonjour|Good morning)\.$/ },
  {
    page: "/signup",
    address: "/signup",
    says: /^(?:Votre journal commence ici|Your edition starts here)\.$/,
  },
  { page: "/account", address: "/login", says: /^(?:Bonjour|Good morning)\.$/ },
  {
    page: "/settings",
    address: "/settings",
    says: /^(?:Connectez-vous pour voir vos réglages|Sign in to see your settings)\.$/,
  },
  {
    page: "/subscribe",
    address: "/login?redirect=subscribe",
    says: /^(?:Connectez-vous pour choisir une formule|Please log in to choose a plan)\.$/,
  },
  { page: "/message-status", address: "/login", says: /^(?:Bonjour|Good morning)\.$/ },
  { page: "/nowhere", address: "/nowhere", says: "404 Page Not Found" },
];

test.each(withoutReader)(
  "$page leads to $address when nobody can be told",
  async ({ page, address, says }) => {
    await forEach(failures, async (failure, index) => {
      gateway.reset();
      fail("GET me", failure);
      const visited = await visit(page, {
        language: index % 2 === 0 ? "fr" : "en",
        signedIn: true,
        next: address,
      });
      await waitWithFakeTimers(() => {
        expect(visited.address()).toBe(address);
        expect(screen.getAllByText(says)[0]).toBeVisible();
        expect(screen.queryByText(/s’est interrompu|has stopped working/)).toBeNull();
      });
      cleanup();
    });
  },
);

const busy = () => Array.from(document.querySelectorAll("main [aria-busy=true], main .spinner"));

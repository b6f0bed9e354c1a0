import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

const inLanguage = (request: Request, french: string, english: string) =>
  request.headers.get("accept-language") === "en" ? english : french;

beforeEach(() => {
  document.documentElement.lang = "fr";
  gateway.state.me = { ...camille, whatsappConnected: false };
  gateway.server.use(
    http.get("*/api/message-history", ({ request }) => {
      const errorMessage = inLanguage(request, "issue inconnue", "unknown outcome");
      const history = [{ id: "1", timestamp: 1_700_000_000, status: "failed", errorMessage }];
      return HttpResponse.json({ success: true, history });
    }),
    http.get("*/api/automation/status", ({ request }) => {
      const message = inLanguage(request, "numéro perdu", "lost number");
      const lost = { phone: "+33639981234", at: "2026-11-20T08:00:00.000Z", reason: "unreachable" };
      return HttpResponse.json({ isRunning: false, disconnected: { ...lost, message } });
    }),
  );
});

async function goTo(user: UserEvent, menu: RegExp, page: string) {
  await user.click(await screen.findByRole("button", { name: menu }));
  await user.click(await screen.findByRole("menuitem", { name: page }));
}

test("messages of the server change with the language of the page", async () => {
  const { user } = await visit("/message-status", { signedIn: true });
  expect(await screen.findByText("issue inconnue")).toBeVisible();
  expect(await screen.findByText("numéro perdu")).toBeVisible();
  await user.click(screen.getByRole("switch"));
  expect(await screen.findByText("unknown outcome")).toBeVisible();
  expect(await screen.findByText("lost number")).toBeVisible();
});

test("loads a cached history again after a change of language on another page", async () => {
  const { user } = await visit("/message-status", { signedIn: true, next: "/account" });
  expect(await screen.findByText("issue inconnue")).toBeVisible();
  await goTo(user, /Menu du compte$/, "Compte");
  await screen.findByRole("heading", { name: "Bonjour, camille" });
  await user.click(screen.getByRole("switch"));
  await screen.findByRole("heading", { name: "Hello, camille" });
  await goTo(user, /Account menu$/, "Message status");
  expect(await screen.findByText("unknown outcome")).toBeVisible();
  expect(screen.queryByText("issue inconnue")).toBeNull();
});

import { render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { createI18n, loadTexts } from "../../i18n/i18n.ts";
import { HydratingProvider } from "../../lib/hydrating.tsx";
import { makeStore } from "../../store/make-store.ts";
import { visit } from "../../testing/render-app.tsx";
import HelpPage from "./help-page.tsx";

const questions = () => document.querySelectorAll("details").length;

test("answers at least twenty questions, and names the values of the code", async () => {
  await visit("/help");
  await screen.findByRole("heading", { level: 1 });
  expect(questions()).toBeGreaterThanOrEqual(20);
  expect(document.body).not.toHaveTextContent("{{");
});

test("finds answers without accents and case, and says when there are none", async () => {
  const { user } = await visit("/help");
  const field = await screen.findByLabelText("Chercher dans l’aide");
  await user.type(field, "RESILIER");
  expect(screen.getByText("Comment résilier ?", { exact: false })).toBeVisible();
  expect(questions()).toBeLessThan(10);
  await user.clear(field);
  await user.type(field, "xyzzy");
  expect(questions()).toBe(0);
  const nothing = screen.getByText(/Aucune réponse ne contient ces mots/);
  expect(within(nothing).getByRole("link", { name: "écrivez-nous" })).toHaveAttribute(
    "href",
    "/contact",
  );
});

test("a link to a question opens it", async () => {
  await visit("/help#stop", { language: "en" });
  await screen.findByRole("heading", { level: 1 });
  expect(document.getElementById("stop")).toHaveAttribute("open");
  expect(document.getElementById("pause")).not.toHaveAttribute("open");
});

test("a link to a question opens it on a prerendered page, whose HTML has no open answer", async () => {
  const i18n = await createI18n("fr");
  await loadTexts(i18n, ["help"], "fr");
  const page = (address: string) => (
    <Provider store={makeStore()}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter initialEntries={[address]}>
          <HydratingProvider>
            <HelpPage />
          </HydratingProvider>
        </MemoryRouter>
      </I18nextProvider>
    </Provider>
  );
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(page("/help"));
  render(page("/help#stop"), { container: root, hydrate: true });
  expect(document.getElementById("stop")).toHaveAttribute("open");
});

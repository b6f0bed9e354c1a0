import { fireEvent, render, screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { createI18n, loadTexts } from "../../i18n/i18n.ts";
import { HydratingProvider } from "../../lib/hydrating.tsx";
import { makeStore } from "../../store/make-store.ts";
import { plans } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { Pricing } from "./pricing.tsx";

const sheet = () => within(screen.getByRole("region", { name: /formules/ }));
const spinner = () => document.querySelector(".spinner");

/** The section in the HTML of the build, and then hydrated. */
async function prerendered() {
  const i18n = await createI18n("fr");
  await loadTexts(i18n, ["landing"], "fr");
  const section = (
    <Provider store={makeStore()}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <HydratingProvider>
            <Pricing />
          </HydratingProvider>
        </MemoryRouter>
      </I18nextProvider>
    </Provider>
  );
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(section);
  return { hydrate: () => render(section, { container: root, hydrate: true }) };
}

test("the HTML has the plans and prices, which stay until the API answers", async () => {
  const respond = gateway.hold("subscription-plans");
  const { hydrate } = await prerendered();
  for (const price of ["4,99\u00a0€", "9,99\u00a0€", "19,99\u00a0€"]) {
    expect(document.body.textContent).toContain(price);
  }
  hydrate();
  expect(sheet().getByRole("link", { name: "Choisir Premium" })).toBeVisible();
  expect(spinner()).toBeNull();
  respond([{ ...plans[0], priceEur: 599 }]);
  expect(await sheet().findByText(/^5,99\s€$/)).toBeVisible();
  expect(sheet().queryByRole("link", { name: "Choisir Premium" })).toBeNull();
});

test("a failure of the API replaces the prerendered plans, and a retry shows a spinner", async () => {
  gateway.server.use(
    http.get("*/api/subscription-plans", () => new HttpResponse(null, { status: 500 })),
  );
  const { hydrate } = await prerendered();
  hydrate();
  expect(await sheet().findByRole("alert")).toHaveTextContent(
    "Impossible de charger les formules.",
  );
  expect(sheet().queryByRole("link", { name: "Choisir Premium" })).toBeNull();
  const respond = gateway.hold("subscription-plans");
  fireEvent.click(sheet().getByRole("button", { name: "Réessayer" }));
  expect(await sheet().findByText("Chargement")).toBeVisible();
  expect(spinner()).not.toBeNull();
  respond(plans);
  expect(await sheet().findByRole("link", { name: "Choisir Premium" })).toBeVisible();
});

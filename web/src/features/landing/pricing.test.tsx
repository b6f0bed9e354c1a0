import { fireEvent, screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { plans } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { prerendered } from "../../testing/prerendered.tsx";
import { Pricing } from "./pricing.tsx";

const sheet = () => within(screen.getByRole("region", { name: /formules/ }));
const spinner = () => document.querySelector(".spinner");

/** The section in the HTML of the build, and then hydrated. */
const prerenderedPricing = () => prerendered(<Pricing />, ["landing"]);

test("the HTML has the plans and prices, which stay until the API answers", async () => {
  const respond = gateway.hold("subscription-plans");
  const { hydrate } = await prerenderedPricing();
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
  const { hydrate } = await prerenderedPricing();
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

import { retention } from "@matinale/contracts/browser";
import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { product } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

test.each(["/terms", "/privacy", "/cookies", "/legal"])(
  "%s has all its values, in both languages",
  async (path) => {
    await visit(path);
    await screen.findByRole("heading", { level: 1 });
    // A text that is not loaded is shown by its key.
    expect(document.body).not.toHaveTextContent(/\{\{|undefined|\[object|\w\.(?:title|intro)\b/);
  },
);

test("the privacy page names the periods by which the stores delete", async () => {
  await visit("/privacy", { language: "en" });
  await screen.findByRole("heading", { level: 1 });
  for (const period of [
    `${retention.deliveryDays} days`,
    `${retention.webhookDays} days`,
    `${retention.endedTrialMonths} months`,
    `${retention.claimHours} hours`,
    `${retention.emailLinkHours} hours`,
    `${retention.sentMailDays} days`,
    `${retention.backupDays} days`,
  ]) {
    expect(document.body).toHaveTextContent(period);
  }
});

test("the company and its mediator are those of the owner's file", async () => {
  const company = {
    ...product.company,
    name: "Édition du Quai SAS",
    mediator: { name: "Médiation & Co", address: "1 rue du Port, Brest" },
  };
  gateway.server.use(http.get("*/api/product", () => HttpResponse.json({ ...product, company })));
  await visit("/terms");
  expect(await screen.findByText(/\(Médiation & Co, 1 rue du Port, Brest\)/)).toBeVisible();
  expect(screen.getByText(/est édité par Édition du Quai SAS/)).toBeVisible();
});

test("the version of the terms is a date", async () => {
  await visit("/terms", { language: "en" });
  expect(await screen.findByText(/^Version of \d{1,2} \w+ 20\d\d$/)).toBeVisible();
});

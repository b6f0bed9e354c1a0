import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const pricing = async () => within(await screen.findByRole("region", { name: /formules/ }));

test("the promise is there with a way in, without a session", async () => {
  await visit("/");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
    "La une, à l’oreille.",
  );
  expect(screen.getByText("Sans carte bancaire")).toBeVisible();
  expect(screen.getAllByRole("link", { name: /Essai gratuit/ })[0]).toHaveAttribute(
    "href",
    "/signup",
  );
});

test.each(["features", "how-it-works", "pricing"])(
  "the header's #%s is on the page",
  async (id) => {
    await visit("/");
    await screen.findByRole("heading", { level: 1 });
    expect(document.getElementById(id)).toBeInTheDocument();
  },
);

test("plans come from the API, priced and worded in the reader's language", async () => {
  await visit("/");
  const sheet = await pricing();
  expect(await sheet.findByRole("heading", { name: "Essentiel" })).toBeVisible();
  expect(
    sheet.getByText("4,99 €", { normalizer: (text) => text.replaceAll(/\s/g, " ") }),
  ).toBeVisible();
  expect(sheet.getByText("3 catégories")).toBeVisible();
  expect(sheet.getByText("1 résumé par jour")).toBeVisible();
  expect(sheet.getByText("Populaire")).toBeVisible();
});

test("when plans do not load the rest of the page stands, and they can be asked again", async () => {
  let broken = true;
  gateway.server.use(
    http.get("*/api/subscription-plans", () =>
      broken ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([]),
    ),
  );
  const { user } = await visit("/");
  const sheet = await pricing();
  expect(await sheet.findByRole("alert")).toHaveTextContent("Les formules ne se chargent pas.");
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  broken = false;
  await user.click(sheet.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(sheet.queryByRole("alert")).not.toBeInTheDocument());
});

import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { prerendered } from "../../testing/prerendered.tsx";
import { visit } from "../../testing/render-app.tsx";
import HelpPage from "./help-page.tsx";

const questions = () => document.querySelectorAll("details").length;

test("answers at least twenty questions, and names the values of the code", async () => {
  await visit("/help");
  await screen.findByRole("heading", { level: 1 });
  expect(questions()).toBeGreaterThanOrEqual(20);
  expect(document.body).not.toHaveTextContent("{{");
});

test.each([
  ["fr", "touchez « Recevoir une édition maintenant »"],
  ["en", "tap “Get an edition now”"],
] as const)("names the button that sends an edition by its label (%s)", async (language, words) => {
  await visit("/help", { language });
  expect(await screen.findByText(new RegExp(words))).toBeInTheDocument();
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

test("the search of a prerendered page is disabled until the page is interactive", async () => {
  const { hydrate } = await prerendered(<HelpPage />, ["account", "help"]);
  expect(screen.getByLabelText("Chercher dans l’aide")).toBeDisabled();
  hydrate();
  expect(screen.getByLabelText("Chercher dans l’aide")).toBeEnabled();
});

test("a link to a question opens it on a prerendered page, whose HTML has no open answer", async () => {
  const { hydrate } = await prerendered(<HelpPage />, ["account", "help"]);
  hydrate("/help#stop");
  expect(document.getElementById("stop")).toHaveAttribute("open");
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { edition, preview } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/settings", { signedIn: true });
const pressPreview = async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Aperçu" }));
};

test("shows the voice, the text and the audio of the preview", async () => {
  await pressPreview();
  expect(await screen.findByText("L’aperçu est prêt")).toBeVisible();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  expect(panel).toHaveTextContent("Voix féminine");
  expect(panel).toHaveTextContent("Le prix du blé recule.");
  expect(panel.querySelector("audio source")).toHaveAttribute("type", "audio/mpeg");
});

test("shows the heading, categories and headlines as titles, and links to the sources", async () => {
  const content = [
    "Matinale · dimanche 22 novembre, soir\n3 min · 2 sujets",
    "ÉCONOMIE\n1. Le blé recule\nLa récolte est bonne.\nLe Monde https://n.example/1\n2. Le thé monte",
    "Rien de nouveau\u00A0: Culture.",
  ].join("\n\n");
  gateway.state.preview = { ...preview, content };
  await pressPreview();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  expect([...panel.querySelectorAll("b")].map(({ textContent }) => textContent)).toEqual([
    "Matinale · dimanche 22 novembre, soir",
    "ÉCONOMIE",
    "1. Le blé recule",
    "2. Le thé monte",
  ]);
  const link = screen.getByRole("link", { name: "https://n.example/1" });
  expect(link).toHaveAttribute("href", "https://n.example/1");
});

test("shows the duration of the preview before the audio is loaded", async () => {
  gateway.state.preview = { ...preview, durationMs: 92_000 };
  await pressPreview();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  expect(panel).toHaveTextContent("1:32");
  const slider = screen.getByRole("slider", { name: "Position dans l’aperçu" });
  expect(slider).toHaveAttribute("aria-valuetext", "0:00 sur 1:32");
});

test("the next preview gets a new audio element", async () => {
  const { user } = await open();
  const clickPreview = () => user.click(screen.getByRole("button", { name: "Aperçu" }));
  await screen.findByRole("button", { name: "Aperçu" });
  await clickPreview();
  const before = (await screen.findByRole("region", { name: "Aperçu" })).querySelector("audio");
  gateway.state.preview = { ...preview, audioUrl: "/media/next" };
  await clickPreview();
  await waitFor(() =>
    expect(document.querySelector("audio source")).toHaveAttribute("src", "/media/next"),
  );
  // An audio element does not load another source by itself.
  expect(document.querySelector("audio")).not.toBe(before);
});

test("shows an error when the audio fails to load", async () => {
  await pressPreview();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  fireEvent.error(panel.querySelector("audio source")!);
  expect(screen.getByRole("alert")).toHaveTextContent("Impossible de charger l’audio.");
});

test("the button of the player follows the audio of the preview", async () => {
  await pressPreview();
  const panel = within(await screen.findByRole("region", { name: "Aperçu" }));
  const audio = document.querySelector("audio")!;
  fireEvent.play(audio);
  expect(panel.getByRole("button", { name: "Mettre en pause" })).toBeVisible();
  fireEvent.ended(audio);
  expect(panel.getByRole("button", { name: "Écouter l’aperçu" })).toBeVisible();
});

test("a simulated preview without audio shows a note", async () => {
  gateway.state.preview = { ...preview, audioUrl: null, simulationMode: true };
  await pressPreview();
  expect(await screen.findByText(/en mode développement/)).toBeVisible();
  expect(document.querySelector("audio")).toBeNull();
});

test("a real preview without audio shows the server's reason", async () => {
  const message = "Votre aperçu est prêt, sans audio.";
  gateway.state.preview = { ...preview, audioUrl: null, message };
  await pressPreview();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByText(/en mode développement/)).toBeNull();
});

test("a changed number is shown while a preview is prepared", async () => {
  const { user } = await open();
  gateway.hold("preview-news");
  await user.click(await screen.findByRole("button", { name: "Aperçu" }));
  await user.type(screen.getByLabelText("Changer de numéro"), "+33639985678");
  gateway.state.me = { ...gateway.state.me, phone: "+33639985678" };
  await user.click(screen.getByRole("button", { name: "Changer" }));
  expect(await screen.findByText("33639985678@c.us")).toBeVisible();
});

test("a failed preview shows the server's message", async () => {
  gateway.state.preview = { ...preview, success: false, message: "Aucune catégorie." };
  await pressPreview();
  expect(await screen.findByText("Aucune catégorie.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Aperçu" })).not.toBeInTheDocument();
});

test("sends an edition immediately", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Recevoir une édition maintenant" }));
  expect(await screen.findByText("Édition envoyée")).toBeVisible();
});

test("the history has the sent edition at the next visit, although it was loaded before", async () => {
  const { user, go } = await visit("/message-status", { signedIn: true, next: "/settings" });
  await screen.findByText("Aucun message pour l’instant");
  await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Réglages" }));
  await user.click(await screen.findByRole("button", { name: "Recevoir une édition maintenant" }));
  await screen.findByText("Édition envoyée");
  gateway.state.history = [{ ...edition, content: "Le prix du blé recule" }];
  go(-1);
  expect(await screen.findByText("Le prix du blé recule")).toBeVisible();
});

test("shows the number of categories and the limit of the plan", async () => {
  await open();
  expect(await screen.findByText("1 sur 5 avec Premium")).toBeVisible();
});

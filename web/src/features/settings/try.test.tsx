import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { preview } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/settings", { signedIn: true });
const pressPreview = async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Aperçu" }));
};

test("the preview is read and heard, in the voice and the categories it has", async () => {
  await pressPreview();
  expect(await screen.findByText("L’aperçu est prêt")).toBeVisible();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  expect(panel).toHaveTextContent("Voix féminine");
  expect(panel).toHaveTextContent("Le prix du blé recule.");
  expect(panel.querySelector("audio source")).toHaveAttribute("type", "audio/mpeg");
});

test("how long the preview is stands there before its sound is", async () => {
  gateway.state.preview = { ...preview, durationMs: 92_000 };
  await pressPreview();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  expect(panel).toHaveTextContent("1:32");
  const slider = screen.getByRole("slider", { name: "Position dans l’aperçu" });
  expect(slider).toHaveAttribute("aria-valuetext", "0:00 sur 1:32");
});

test("the next preview is not played as the one before it", async () => {
  const { user } = await open();
  const ask = () => user.click(screen.getByRole("button", { name: "Aperçu" }));
  await screen.findByRole("button", { name: "Aperçu" });
  await ask();
  const before = (await screen.findByRole("region", { name: "Aperçu" })).querySelector("audio");
  gateway.state.preview = { ...preview, audioUrl: "/media/next" };
  await ask();
  await waitFor(() =>
    expect(document.querySelector("audio source")).toHaveAttribute("src", "/media/next"),
  );
  // An element keeps to the source that it began with.
  expect(document.querySelector("audio")).not.toBe(before);
});

test("sound that does not come is told", async () => {
  await pressPreview();
  const panel = await screen.findByRole("region", { name: "Aperçu" });
  fireEvent.error(panel.querySelector("audio source")!);
  expect(screen.getByRole("alert")).toHaveTextContent("L’audio ne se charge pas.");
});

test("without audio, in simulation, the note says so", async () => {
  gateway.state.preview = { ...preview, audioUrl: null, simulationMode: true };
  await pressPreview();
  expect(await screen.findByText(/en mode développement/)).toBeVisible();
  expect(document.querySelector("audio")).toBeNull();
});

test("a preview without success is told in the server's words", async () => {
  gateway.state.preview = { ...preview, success: false, message: "Aucune catégorie." };
  await pressPreview();
  expect(await screen.findByText("Aucune catégorie.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Aperçu" })).not.toBeInTheDocument();
});

test("an edition can be sent at once", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "M’envoyer l’édition" }));
  expect(await screen.findByText("Édition envoyée")).toBeVisible();
});

test("an edition that does not leave is told", async () => {
  const { user } = await open();
  gateway.fail("deliver-news", 502, "UPSTREAM_FAILED", "WhatsApp ne répond pas.");
  await user.click(await screen.findByRole("button", { name: "M’envoyer l’édition" }));
  expect(await screen.findByText("WhatsApp ne répond pas.")).toBeVisible();
});

test("the number of categories is told with what the plan allows", async () => {
  await open();
  expect(await screen.findByText("1 sur 5 avec Premium")).toBeVisible();
});

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { api } from "../../api/api.ts";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";
import { reducedPicture } from "./reduced-picture.ts";

vi.mock("./reduced-picture.ts", () => ({
  reducedPicture: vi.fn<(file: File) => Promise<File>>((file) => Promise.resolve(file)),
}));

const portrait = new File(["picture"], "portrait.png", { type: "image/png" });
const chooser = () => screen.getByLabelText("Changer la photo", { selector: "input" });

async function openProfile() {
  const visited = await visit("/settings", { signedIn: true });
  await visited.user.click(await screen.findByRole("tab", { name: "Profil" }));
  await screen.findByRole("heading", { name: "Votre profil" });
  return visited;
}

test("saving the profile sends its three values", async () => {
  const { user } = await openProfile();
  const name = screen.getByLabelText("Nom d’utilisateur");
  await user.clear(name);
  await user.type(name, "camille.r");
  await user.click(screen.getByRole("radio", { name: "Masculine" }));
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Profil enregistré")).toBeVisible();
  expect(gateway.bodies("PATCH /api/user/profile")).toEqual([
    { username: "camille.r", email: camille.email, voicePreference: "male" },
  ]);
});

test("the fields tell browsers what they are for", async () => {
  await openProfile();
  const name = screen.getByLabelText("Nom d’utilisateur");
  expect(name).toHaveAttribute("autocomplete", "nickname");
  expect(screen.getByLabelText("Adresse e-mail")).toHaveAttribute("autocomplete", "email");
});

test("a saved field shows the value of the next response", async () => {
  const { user, store } = await openProfile();
  const name = () => screen.getByLabelText("Nom d’utilisateur");
  await user.type(name(), ".r");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByText("Profil enregistré");
  gateway.state.me = { ...gateway.state.me, username: "elsewhere" };
  store.dispatch(api.util.invalidateTags(["Me"]));
  await waitFor(() => expect(name()).toHaveValue("elsewhere"));
});

test("a short name and an invalid address show the specified errors", async () => {
  const { user } = await openProfile();
  const name = screen.getByLabelText("Nom d’utilisateur");
  const email = screen.getByLabelText("Adresse e-mail");
  await user.clear(name);
  await user.type(name, "ca");
  await user.clear(email);
  await user.type(email, "camille");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(
    await screen.findByText("Le nom d'utilisateur doit comporter au moins 3 caractères"),
  ).toBeVisible();
  expect(screen.getByText("Adresse email invalide")).toBeVisible();
  expect(gateway.bodies("PATCH /api/user/profile")).toEqual([]);
});

test("shows a taken address in a toast and under its field", async () => {
  const { user } = await openProfile();
  gateway.fail("user/profile", 409, "EMAIL_TAKEN", "Cette adresse est prise.");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(screen.getAllByText("Cette adresse est prise.")).toHaveLength(2));
  expect(screen.getByLabelText("Adresse e-mail")).toHaveFocus();
});

test("asks for the password when the server needs it for another address", async () => {
  const { user } = await openProfile();
  gateway.fail("user/profile", 403, "WRONG_PASSWORD", "Saisissez votre mot de passe.");
  const email = screen.getByLabelText("Adresse e-mail");
  await user.clear(email);
  await user.type(email, "c@exemple.fr");
  const card = within(email.closest("form") as HTMLElement);
  const save = card.getByRole("button", { name: "Enregistrer" });
  expect(card.queryByLabelText("Mot de passe actuel")).toBeNull();
  await user.click(save);
  const password = await card.findByLabelText("Mot de passe actuel");
  expect(card.getByText("Saisissez votre mot de passe.")).toBeVisible();
  // The visible field has the new address, under which no password is stored.
  const account = email.closest("form")?.querySelector("input[autocomplete=username]");
  expect(account).toHaveValue(camille.email);
  gateway.server.resetHandlers();
  await user.type(password, "correct horse");
  await user.click(save);
  expect(await screen.findByText("Profil enregistré")).toBeVisible();
  expect(gateway.bodies("PATCH /api/user/profile").at(-1)).toMatchObject({
    email: "c@exemple.fr",
    currentPassword: "correct horse",
  });
  expect(card.queryByLabelText("Mot de passe actuel")).toBeNull();
});

test("a change of a verified address waits for both addresses", async () => {
  const { user } = await openProfile();
  gateway.server.use(
    http.patch("*/api/user/profile", () => {
      gateway.state.me = { ...camille, pendingEmail: "c@exemple.fr" };
      return HttpResponse.json(camille);
    }),
  );
  const email = screen.getByLabelText("Adresse e-mail");
  await user.clear(email);
  await user.type(email, "c@exemple.fr");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Deux liens à ouvrir")).toBeVisible();
  expect(await screen.findByText("c@exemple.fr")).toBeVisible();
  // Saving another field must not ask for the change again.
  expect(email).toHaveValue(camille.email);
});

test("a pending change of address can be cancelled", async () => {
  gateway.state.me = { ...camille, pendingEmail: "c@exemple.fr" };
  const { user } = await openProfile();
  expect(screen.getByText("c@exemple.fr")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Annuler le changement" }));
  expect(await screen.findByText("Changement annulé")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("c@exemple.fr")).not.toBeInTheDocument());
});

test("uploads a picture in the field that the server reads, and removes it", async () => {
  const appended = vi.spyOn(FormData.prototype, "append");
  const fetch = vi.spyOn(globalThis, "fetch");
  const { user } = await openProfile();
  expect(screen.queryByRole("button", { name: "Retirer" })).not.toBeInTheDocument();
  expect(chooser()).toHaveAttribute("accept", "image/*");
  await user.upload(chooser(), portrait);
  expect(await screen.findByText("Photo enregistrée")).toBeVisible();
  expect(gateway.bodies("POST /api/user/profile-picture")).toHaveLength(1);
  expect(appended).toHaveBeenCalledExactlyOnceWith("profilePicture", portrait);
  const sent = fetch.mock.calls.map(([request]) => request as Request);
  const upload = sent.find(
    ({ method, url }) => method === "POST" && url.endsWith("/profile-picture"),
  );
  // Only the browser can set the boundary of a multipart form.
  expect(upload?.headers.get("content-type")).not.toBe("multipart/form-data");
  expect(upload).toBeDefined();
  await user.click(await screen.findByRole("button", { name: "Retirer" }));
  expect(await screen.findByText("Photo retirée")).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Retirer" })).not.toBeInTheDocument(),
  );
});

test("shows a spinner while the browser reduces the picture, and takes no other one", async () => {
  const reduced = Promise.withResolvers<File>();
  vi.mocked(reducedPicture).mockReturnValueOnce(reduced.promise);
  const { user } = await openProfile();
  await user.upload(chooser(), portrait);
  expect(screen.getByText("Envoi de la photo")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Changer la photo" })).toBeDisabled();
  reduced.resolve(portrait);
  expect(await screen.findByText("Photo enregistrée")).toBeVisible();
  expect(screen.getByRole("button", { name: "Changer la photo" })).toBeEnabled();
});

test("the button has the focus again after the upload", async () => {
  const reduced = Promise.withResolvers<File>();
  vi.mocked(reducedPicture).mockReturnValueOnce(reduced.promise);
  await openProfile();
  const button = screen.getByRole("button", { name: "Changer la photo" });
  act(() => button.focus());
  fireEvent.change(chooser(), { target: { files: [portrait] } });
  expect(button).toBeDisabled();
  // As browsers do with a disabled button.
  act(() => button.blur());
  reduced.resolve(portrait);
  await waitFor(() => expect(button).toHaveFocus());
});

test("shows the picture during the upload; after a refusal it can be chosen again", async () => {
  const { user } = await openProfile();
  const revoked = vi.spyOn(URL, "revokeObjectURL");
  const { promise, resolve: respond } = Promise.withResolvers<object>();
  // jsdom loses the form data during a delay in the fake gateway.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(await promise));
  await user.upload(chooser(), portrait);
  expect(await screen.findByText("Envoi de la photo")).toBeInTheDocument();
  expect(document.querySelector('img[src="blob:preview"]')).toBeVisible();
  expect(chooser()).toHaveValue("");
  respond({ success: false, message: "Photo illisible." });
  expect(await screen.findByText("Photo illisible.")).toBeVisible();
  expect(document.querySelector('img[src="blob:preview"]')).toBeNull();
  expect(revoked).toHaveBeenCalledExactlyOnceWith("blob:preview");
  await user.upload(chooser(), portrait);
  expect(await screen.findByText("Photo illisible.")).toBeVisible();
});

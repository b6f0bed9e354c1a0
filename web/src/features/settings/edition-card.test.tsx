import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { api } from "../../api/api.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/settings", { signedIn: true });
const time = () => screen.findByLabelText("Heure d’envoi");
const type = async (value: string) => fireEvent.change(await time(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
const requests = () => gateway.bodies("GET /api/user/preferences").length;

/** From now on, saves are pending until the test calls `arrive`. */
function holdSaves() {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  let sent = 0;
  gateway.server.use(
    http.patch("*/api/user/preferences", async ({ request }) => {
      sent += 1;
      const changes = (await request.json()) as object;
      await promise;
      gateway.state.preferences = { ...gateway.state.preferences, ...changes };
      return HttpResponse.json(gateway.state.preferences);
    }),
  );
  return { arrive, sent: () => sent };
}

test.each([
  ["another time", "09:45"],
  ["the time from before", "08:30"],
])("%s typed during a save stays in the field", async (_what, typed) => {
  await open();
  const saves = holdSaves();
  await type("07:15");
  save();
  await waitFor(() => expect(saves.sent()).toBe(1));
  await type(typed);
  saves.arrive();
  await screen.findByText("Réglages enregistrés");
  await waitFor(() => expect(requests()).toBe(2));
  await waitFor(() => expect(screen.getByRole("button", { name: "Enregistrer" })).toBeEnabled());
  expect(await time()).toHaveValue(typed);
});

test("a saved field shows the value of the next response", async () => {
  const { store } = await open();
  await type("07:15");
  save();
  await screen.findByText("Réglages enregistrés");
  await waitFor(() => expect(requests()).toBe(2));
  gateway.state.preferences = { ...gateway.state.preferences, deliveryTime: "10:00" };
  store.dispatch(api.util.invalidateTags(["Preferences"]));
  await waitFor(async () => expect(await time()).toHaveValue("10:00"));
});

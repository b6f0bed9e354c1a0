import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { camille, optIn } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/settings", { signedIn: true });
const requests = () => gateway.bodies("GET /api/user/whatsapp/opt-in").length;

beforeEach(() => {
  gateway.state.me = { ...camille, whatsappConnected: false };
});
afterEach(() => {
  vi.useRealTimers();
});

test("shows a reader without a connected phone a QR code and the same link", async () => {
  await open();
  const image = await screen.findByRole("img", { name: /START-ABCD2345/ });
  expect(image).toHaveAttribute("src", `data:image/svg+xml,${encodeURIComponent(optIn.svg)}`);
  expect(screen.getByText("START-ABCD2345")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ouvrir WhatsApp sur cet appareil" })).toHaveAttribute(
    "href",
    optIn.link,
  );
  expect(screen.getByLabelText("Numéro de téléphone")).toBeVisible();
});

test("shows no QR code to a connected reader", async () => {
  gateway.state.me = camille;
  await open();
  expect(await screen.findByText("33639981234@c.us")).toBeVisible();
  expect(requests()).toBe(0);
});

test.each([
  ["when the code expires", 31_000, 0],
  ["when the computer slept until the code had expired", 3_000_000, 3_000_000],
])("loads a new code %s", async (_when, lifeMs, sleepMs) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], shouldAdvanceTime: true });
  gateway.state.optIn = { ...optIn, expiresAt: new Date(Date.now() + lifeMs).toISOString() };
  await open();
  expect(await screen.findByText("START-ABCD2345")).toBeVisible();
  gateway.state.optIn = { ...optIn, code: "WXYZ6789" };
  // Timers stand still meanwhile.
  vi.setSystemTime(Date.now() + sleepMs);
  await act(() => vi.advanceTimersByTimeAsync(35_000));
  expect(await screen.findByText("START-WXYZ6789")).toBeVisible();
});

test("the card shows the connected phone without a reload", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await open();
  expect(await screen.findByText("START-ABCD2345")).toBeVisible();
  gateway.state.me = camille;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(await screen.findByText("33639981234@c.us")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("START-ABCD2345")).not.toBeInTheDocument());
});

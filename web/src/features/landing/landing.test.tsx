import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { product } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const pricing = async () => within(await screen.findByRole("region", { name: /formules/ }));

test("shows the headline and a link to sign up, without a session", async () => {
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

test.each(["features", "how-it-works", "pricing", "signup", "contact"])(
  "#%s is on the page",
  async (id) => {
    await visit("/");
    await screen.findByRole("heading", { level: 1 });
    expect(document.getElementById(id)).toBeInTheDocument();
  },
);

test("shows the plans of the API with prices and features in the language of the page", async () => {
  await visit("/");
  const sheet = await pricing();
  expect(await sheet.findByRole("heading", { name: "Essentiel" })).toBeVisible();
  expect(
    sheet.getByText("4,99 €", { normalizer: (text) => text.replaceAll(/\s/g, " ") }),
  ).toBeVisible();
  expect(sheet.getByText("3 catégories")).toBeVisible();
  expect(sheet.getByText("1 édition par jour")).toBeVisible();
  expect(sheet.getByText("Assistance prioritaire")).toBeVisible();
  expect(sheet.getByText("Populaire")).toBeVisible();
});

test("plans that fail to load leave the rest of the page, and can be loaded again", async () => {
  let broken = true;
  gateway.server.use(
    http.get("*/api/subscription-plans", () =>
      broken ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([]),
    ),
  );
  const { user } = await visit("/");
  const sheet = await pricing();
  expect(await sheet.findByRole("alert")).toHaveTextContent("Impossible de charger les formules.");
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  broken = false;
  await user.click(sheet.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(sheet.queryByRole("alert")).not.toBeInTheDocument());
});

test("each plan links to its purchase, the business plan to the contact", async () => {
  await visit("/");
  const sheet = await pricing();
  expect(await sheet.findByRole("link", { name: "Choisir Premium" })).toHaveAttribute(
    "href",
    "/subscribe?plan=2",
  );
  expect(sheet.getByRole("link", { name: "Demander un devis" })).toHaveAttribute(
    "href",
    "/#contact",
  );
});

test("opens a question, and closes it again", async () => {
  const { user } = await visit("/");
  const question = await screen.findByText(/Comment résilier/);
  const disclosure = question.closest("details");
  await user.click(question);
  expect(disclosure).toHaveAttribute("open");
  await user.click(question);
  expect(disclosure).not.toHaveAttribute("open");
});

test("opens one answer at a time, where the browser does not do it by itself", async () => {
  await visit("/");
  const item = async (question: RegExp) => (await screen.findByText(question)).closest("details")!;
  const [first, second] = [await item(/Comment résilier/), await item(/Faut-il une carte/)];
  // as after a click: the next one comes after the event
  const toggled = new Promise((resolve) => first.addEventListener("toggle", resolve));
  first.open = true;
  await toggled;
  second.open = true;
  await waitFor(() => expect(first.open).toBe(false));
  expect(second.open).toBe(true);
});

test("testimonials have 5, 4.5 and 5 stars, also as text", async () => {
  await visit("/");
  const stars = await screen.findAllByText(/étoiles sur 5/);
  expect(stars.map(({ textContent }) => textContent)).toEqual([
    "5 étoiles sur 5",
    "4,5 étoiles sur 5",
    "5 étoiles sur 5",
  ]);
});

const band = async () =>
  within((await screen.findByLabelText("Votre adresse e-mail")).closest("section")!);

test("the sign-up band shows no error before the first submit, then validates every change", async () => {
  const { user, address } = await visit("/");
  const { getByLabelText, getByRole, queryByText, getByText } = await band();
  await user.type(getByLabelText("Votre adresse e-mail"), "camille");
  expect(queryByText("Please enter a valid email address")).not.toBeInTheDocument();
  await user.click(getByRole("button"));
  const problem = getByText("Please enter a valid email address");
  expect(problem).toBeVisible();
  expect(problem.closest("[lang]")).toHaveAttribute("lang", "en");
  await user.type(getByLabelText("Votre adresse e-mail"), "@exemple.fr");
  expect(queryByText("Please enter a valid email address")).not.toBeInTheDocument();
  expect(address()).toBe("/");
});

test("a valid address opens the sign-up page after 1 s", async () => {
  const { user, address } = await visit("/");
  const { getByLabelText, getByRole } = await band();
  await user.type(getByLabelText("Votre adresse e-mail"), "a+b@x.io");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: false });
  act(() => getByRole("button").click());
  expect(getByRole("button")).toBeDisabled();
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(address()).toBe("/");
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(address()).toBe("/signup?email=a%2Bb%40x.io"));
});

test("submits an address that was typed before hydration", async () => {
  await visit("/");
  const { getByLabelText, getByRole } = await band();
  // Without an event, as before hydration.
  getByLabelText<HTMLInputElement>("Votre adresse e-mail").value = "a+b@x.io";
  act(() => getByRole("button").click());
  expect(getByRole("button")).toBeDisabled();
});

afterEach(() => vi.useRealTimers());

test("the sample plays from the hero, and its transcript is in the chosen language", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined);
  const { user } = await visit("/");
  const [disc] = await screen.findAllByRole("button", { name: "Écouter l’exemple" });
  await user.click(disc!);
  expect(play).toHaveBeenCalledOnce();
  expect(play.mock.contexts[0]).toHaveAttribute("src", "/sample/fr-female.mp3");
  const sample = within(screen.getByRole("region", { name: /Écoutez une édition/ }));
  expect(sample.getByText(/^Le prix du blé recule/)).toBeVisible();
  await user.click(sample.getByRole("radio", { name: "English" }));
  expect(await sample.findByText(/^Wheat prices fall/)).toBeVisible();
  expect(sample.getByText("Voix de synthèse, actualités d’exemple.")).toBeVisible();
});

test("the third step shows the QR code of our number and a link for phones", async () => {
  await visit("/");
  const code = await screen.findByRole("img", { name: /^QR code qui ouvre/ });
  expect(decodeURIComponent(code.getAttribute("src") ?? "")).toContain("<svg ");
  expect(screen.getByRole("link", { name: "Ouvrir WhatsApp ici" })).toHaveAttribute(
    "href",
    "https://wa.me/33700000000?text=START",
  );
});

test("does not open the sign-up page when the visitor leaves within that second", async () => {
  const { user, address } = await visit("/", { next: "/login" });
  const { getByLabelText, getByRole } = await band();
  await user.type(getByLabelText("Votre adresse e-mail"), "a+b@x.io");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  act(() => getByRole("button").click());
  const plan = await screen.findByRole("link", { name: "Choisir Premium" });
  act(() => plan.click());
  await waitFor(() => expect(address()).toBe("/login?redirect=subscribe"));
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(address()).toBe("/login?redirect=subscribe");
  expect(gateway.calls.filter(({ call }) => call.startsWith("POST"))).toEqual([]);
});

test("the times of the sample message are hidden from screen readers", async () => {
  await visit("/");
  for (const time of ["1:32", "08:30"]) {
    const shown = await screen.findAllByText(time);
    expect(shown[0]!.closest("[aria-hidden=true]")).not.toBeNull();
  }
});

test("marks the testimonials as examples until the owner's file has real ones", async () => {
  await visit("/");
  expect(await screen.findByText("Témoignages d’exemple.")).toBeVisible();
  expect(screen.getByText("Camille R.")).toBeVisible();
});

test.each([
  ["fr", "Je ne lis plus que cela.", "sur Matinale depuis mars 2026"],
  ["en", "It is all I read now.", "with Matinale since March 2026"],
] as const)("shows the owner's testimonials (%s)", async (language, text, since) => {
  const testimonial = {
    author: "Zoé Martin",
    textFr: "Je ne lis plus que cela.",
    textEn: "It is all I read now.",
    rating: 4.5,
    since: "2026-03",
  };
  gateway.server.use(
    http.get("*/api/product", () => HttpResponse.json({ ...product, testimonials: [testimonial] })),
  );
  await visit("/", { language });
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  expect(screen.getByText("ZM")).toBeInTheDocument();
  expect(screen.getByText(new RegExp(since))).toBeVisible();
  expect(screen.queryByText("Camille R.")).toBeNull();
  expect(screen.queryByText(/^(?:Témoignages d’exemple|Sample testimonials)\.$/)).toBeNull();
});

test("links to the networks of the owner's file, and to no others", async () => {
  await visit("/");
  expect(screen.queryByRole("link", { name: "Instagram" })).toBeNull();
  const links = { instagram: "https://instagram.test/matinale" };
  gateway.server.use(http.get("*/api/product", () => HttpResponse.json({ ...product, links })));
  await visit("/");
  const link = await screen.findByRole("link", { name: "Instagram" });
  expect(link).toHaveAttribute("href", links.instagram);
  expect(screen.queryByRole("link", { name: "LinkedIn" })).toBeNull();
});

/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";
import { holdRequests } from "./visitor.ts";

/** Waits until React has hydrated the whole page. */
const hydrated = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const heading = document.querySelector("h1");
        return heading !== null && Object.keys(heading).some((key) => key.startsWith("__react"));
      }),
    )
    .toBe(true);

const topOf = (page: Page, id: string) =>
  expect.poll(() =>
    page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top, id),
  );
/** Highest top, in px, of a section that is shown just below the sticky header. */
const inView = 160;

test("hydration changes nothing on prerendered pages, in both languages", async ({ page }) => {
  for (const [path, title] of [
    ["/", "La une, à l’oreille."],
    ["/?lang=en", "The news, out loud."],
    ["/login?lang=fr", "Bonjour."],
    ["/signup", "Votre édition commence ici."],
    ["/forgot-password", "Mot de passe oublié ?"],
    ["/reset-password?token=unknown", "Choisissez un nouveau mot de passe."],
    ["/reset-password", "Ce lien ne fonctionne plus."],
    ["/confirm-email", "Ce lien ne fonctionne plus."],
    ["/nowhere", "404 Page Not Found"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    // React logs a hydration mismatch to the console, which fails the test.
    await hydrated(page);
  }
});

test("the front page formats no date and no price in the browser", async ({ page }) => {
  // The first use of Intl takes a browser longer than drawing a section.
  await page.addInitScript(() => {
    const calls: string[] = [];
    Reflect.set(window, "intlCalls", calls);
    for (const name of ["DateTimeFormat", "NumberFormat"] as const) {
      const spy = new Proxy<object>(Intl[name], {
        construct: (target, args) => {
          calls.push(name);
          return Reflect.construct(target as typeof Date, args);
        },
      });
      Reflect.set(Intl, name, spy);
    }
  });
  await page.goto("/");
  await expect(page.getByText(/^\p{L}+ \d{1,2}(?:er)? \p{L}+ 20\d\d$/u)).toBeVisible();
  await expect(page.getByText("4,99\u00a0€")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "intlCalls"))).toEqual([]);
});

const scripts = "**/assets/framework-*";

test("clicks before the scripts have loaded take effect when they have loaded", async ({
  page,
}) => {
  const { release } = await holdRequests(page, scripts);
  await page.goto("/");
  const question = (words: string) => page.locator("details", { hasText: words });
  const first = question("Faut-il une carte bancaire pour l’essai ?");
  const second = question("Comment résilier ?");
  await first.locator("summary").click();
  await page.getByLabel("Votre adresse e-mail").fill("not an address");
  await page.getByRole("button", { name: "Commencer l’essai" }).click();
  await expect(page).toHaveURL(/\/$/);
  release();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(first).toHaveAttribute("open");
  await second.locator("summary").click();
  await expect(first).not.toHaveAttribute("open");
  await expect(second).toHaveAttribute("open");
});

for (const signedIn of [false, true]) {
  test(`a voice chosen before the scripts have loaded is played, signed ${signedIn ? "in" : "out"}`, async ({
    page,
  }) => {
    if (signedIn) {
      await stubApi(page);
      await page.addInitScript(() => void (document.cookie = "matinale_signed_in=1"));
    }
    const { release } = await holdRequests(page, scripts);
    await page.goto("/");
    const voice = page.locator("label", { hasText: "Masculine" });
    await voice.click();
    await expect(voice).toHaveAttribute("data-state", "off");
    release();
    await expect(voice).toHaveAttribute("data-state", "on");
    await expect(voice.getByRole("radio")).toBeChecked();
  });
}

test("an e-mail address entered before the scripts have loaded opens the sign-up", async ({
  page,
}) => {
  const { release } = await holdRequests(page, scripts);
  await page.goto("/");
  await page.getByLabel("Votre adresse e-mail").fill("a+b@x.io");
  await page.getByLabel("Votre adresse e-mail").press("Enter");
  release();
  await expect(page).toHaveURL(/\/signup\?email=a%2Bb%40x\.io$/);
});

test("where the browser blocks its storage, the page is readable, its form opens the sign-up, and that says why it does not work", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get });
  });
  await page.goto("/");
  await page.getByLabel("Votre adresse e-mail").fill("a+b@x.io");
  await page.getByRole("button", { name: "Commencer l’essai" }).click();
  await expect(page).toHaveURL(/\/signup\?email=a%2Bb%40x\.io$/);
  await expect(
    page.getByText(/si cela se répète, autorisez les cookies de ce site\./),
  ).toBeVisible();
});

test("a link to a section scrolls to it, from another page and on the same page", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("banner").getByRole("link", { name: "Tarifs" }).click();
  await topOf(page, "pricing").toBeLessThan(inView);
  expect(page.url()).toMatch(/\/#pricing$/);

  // The links of the footer.
  await page.goto("/");
  await hydrated(page);
  await page.locator("footer").getByRole("link", { name: "Tarifs" }).click();
  await topOf(page, "pricing").toBeLessThan(inView);
  await page.getByRole("link", { name: "Demander un devis" }).click();
  await expect(page.locator("#contact")).toBeInViewport();
  await page.goBack();
  await topOf(page, "pricing").toBeLessThan(inView);
});

test("a link to a question of the help opens its answer", async ({ page }) => {
  await page.goto("/help#stop");
  await expect(page.locator("#stop")).toHaveAttribute("open");
  await expect(page.locator("#stop").getByText(/^Répondez «\sSTOP\s»/)).toBeInViewport();
  await expect(page.locator("details[open]")).toHaveCount(1);
});

test("the language of a link is remembered, and the switch overrides it", async ({ page }) => {
  await page.goto("/?lang=en");
  await hydrated(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The news, out loud.");
  await page.goto("/?lang=en");
  await hydrated(page);
  await page.getByRole("switch", { name: "English" }).click();
  // The footer, too.
  await expect(page.locator("footer")).toContainText("Le journal du matin qui s’écoute.");
  expect(page.url()).not.toContain("lang=");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("La une, à l’oreille.");
});

test("a page in another language stays until the reader's language has loaded", async ({
  page,
}) => {
  // The server does not know the language, as after the browser deleted its cookies.
  await page.addInitScript(() => localStorage.setItem("language", "en"));
  await page.addInitScript(() => {
    const titles: (string | undefined)[] = [];
    Reflect.set(window, "titles", titles);
    const record = () => {
      const title = document.querySelector("h1")?.textContent;
      if (document.getElementById("root") && title !== titles.at(-1)) titles.push(title);
      requestAnimationFrame(record);
    };
    record();
  });
  const { release } = await holdRequests(page, "**/assets/landing-page-*");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("La une, à l’oreille.");
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The news, out loud.");
  expect(await page.evaluate(() => Reflect.get(window, "titles"))).toEqual([
    "La une, à l’oreille.",
    "The news, out loud.",
  ]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page is readable and its form opens the sign-up", async ({ page }) => {
    await page.goto("/?lang=en");
    await expect(page.getByRole("heading", { name: "Your questions" })).toBeVisible();
    await expect(page.locator("footer")).toContainText("bonjour@matinale.example");
    await page.getByLabel("Your email address").fill("a+b@x.io");
    await page.getByRole("button", { name: "Start the trial" }).click();
    await expect(page).toHaveURL(/\/signup\?email=a%2Bb%40x\.io$/);
  });
});

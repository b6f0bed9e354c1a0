/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { holdRequests } from "./visitor.ts";

/** React has taken over what came written, all of it. */
const takenOver = (page: Page) =>
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
/** Below the header that stays, and not far below. */
const inView = 160;

test("what came written is taken over as it is, in both languages", async ({ page }) => {
  for (const [path, title] of [
    ["/", "La une, à l’oreille."],
    ["/?lang=en", "Today, out loud."],
    ["/login?lang=fr", "Bonjour."],
    ["/signup", "Votre journal commence ici."],
    ["/nowhere", "404 Page Not Found"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    // A page that differs from what its script would draw is told on the console, which fails here.
    await takenOver(page);
  }
});

test("nothing on the front page waits for the platform to word a date or a price", async ({
  page,
}) => {
  // The first time takes a browser longer than a section takes to draw.
  await page.addInitScript(() => {
    const worded: string[] = [];
    Reflect.set(window, "worded", worded);
    for (const name of ["DateTimeFormat", "NumberFormat"] as const) {
      const spied = new Proxy<object>(Intl[name], {
        construct: (made, given) => {
          worded.push(name);
          return Reflect.construct(made as typeof Date, given);
        },
      });
      Reflect.set(Intl, name, spied);
    }
  });
  await page.goto("/");
  await expect(page.getByText(/^\p{L}+ \d{1,2} \p{L}+ 20\d\d$/u)).toBeVisible();
  await expect(page.getByText("4,99\u00a0€")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "worded"))).toEqual([]);
});

const scripts = "**/assets/framework-*";

test("what is pressed before the scripts are there is done once they are", async ({ page }) => {
  const { release } = await holdRequests(page, scripts);
  await page.goto("/");
  const question = page.getByRole("button", { name: "Faut-il une carte bancaire pour l’essai ?" });
  await question.click();
  await page.getByLabel("Votre adresse e-mail").fill("not an address");
  await page.getByRole("button", { name: "Commencer l’essai" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(question).toHaveAttribute("aria-expanded", "false");
  release();
  await expect(question).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
});

test("an address entered before the scripts are there leads to the sign-up", async ({ page }) => {
  const { release } = await holdRequests(page, scripts);
  await page.goto("/");
  await page.getByLabel("Votre adresse e-mail").fill("a+b@x.io");
  await page.getByLabel("Votre adresse e-mail").press("Enter");
  release();
  await expect(page).toHaveURL(/\/signup\?email=a%2Bb%40x\.io$/);
});

test("a link to a section leads there, from another page and on the page itself", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("banner").getByRole("link", { name: "Tarifs" }).click();
  await topOf(page, "pricing").toBeLessThan(inView);
  expect(page.url()).toMatch(/\/#pricing$/);

  // A plain link: the footer came written and has no script.
  await page.goto("/");
  await takenOver(page);
  await page.locator("footer").getByRole("link", { name: "Tarifs" }).click();
  await topOf(page, "pricing").toBeLessThan(inView);
  await page.getByRole("link", { name: "Demander un devis" }).click();
  await expect(page.locator("#contact")).toBeInViewport();
  await page.goBack();
  await topOf(page, "pricing").toBeLessThan(inView);
});

test("the language of a link is kept, and the switch wins over the link", async ({ page }) => {
  await page.goto("/?lang=en");
  await takenOver(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today, out loud.");
  await page.goto("/?lang=en");
  await takenOver(page);
  await page.getByRole("switch", { name: "English" }).click();
  // The sections that came written follow, too.
  await expect(page.locator("footer")).toContainText("Le journal du matin qui s’écoute.");
  expect(page.url()).not.toContain("lang=");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("La une, à l’oreille.");
});

test("a page in another language stays until the reader's own takes its place", async ({
  page,
}) => {
  // The server has not been told, as in a browser that has dropped its cookies.
  await page.addInitScript(() => localStorage.setItem("language", "en"));
  await page.addInitScript(() => {
    const titles: (string | undefined)[] = [];
    Reflect.set(window, "titles", titles);
    const look = () => {
      const title = document.querySelector("h1")?.textContent;
      if (document.getElementById("root") && title !== titles.at(-1)) titles.push(title);
      requestAnimationFrame(look);
    };
    look();
  });
  const { release } = await holdRequests(page, "**/assets/landing-page-*");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("La une, à l’oreille.");
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today, out loud.");
  expect(await page.evaluate(() => Reflect.get(window, "titles"))).toEqual([
    "La une, à l’oreille.",
    "Today, out loud.",
  ]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page can be read, and leads to signing up", async ({ page }) => {
    await page.goto("/?lang=en");
    await expect(page.getByRole("heading", { name: "Your questions" })).toBeVisible();
    await expect(page.locator("footer")).toContainText("bonjour@matinale.example");
    await page.getByLabel("Your email address").fill("a+b@x.io");
    await page.getByRole("button", { name: "Start the trial" }).click();
    await expect(page).toHaveURL(/\/signup\?email=a%2Bb%40x\.io$/);
  });
});

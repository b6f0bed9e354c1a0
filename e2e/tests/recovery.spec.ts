import type { APIRequestContext, Page } from "playwright/test";
import { z } from "zod";
import { expect, newDigits, test } from "./fixtures.ts";
import { signUp, toast } from "./visitor.ts";

// Wrong codes, passwords and links, which browsers log.
test.use({
  tolerated: /40[013] \((?:Bad Request|Unauthorized|Forbidden)\)/,
  extraHTTPHeaders: { "X-Requested-With": "XMLHttpRequest" },
});

const newPassword = "battery staple horse";
const banner = (page: Page) => page.getByRole("region", { name: "Confirmation de votre adresse" });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a reader confirms the address, and gets back in by mail", async ({ page, request }) => {
  const { email, password, username } = await signUp(page, "mia");

  await test.step("the account works before the address is confirmed", async () => {
    await page.goto("/account");
    await expect(banner(page)).toContainText(email);
    await banner(page).getByRole("button", { name: "Renvoyer" }).click();
    await expect(toast(page)).toContainText("E-mail envoyé");
  });

  await test.step("the link in the mail confirms it, once", async () => {
    const link = await mailedLink(request, email, "/verify-email");
    await page.goto(link);
    await expect(title(page, "Votre adresse est confirmée.")).toBeVisible();
    await expect(page).toHaveURL(/\/verify-email$/);
    await page.getByRole("link", { name: "Ouvrir mon compte" }).click();
    await expect(title(page, `Bonjour, ${username}`)).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await page.context().clearCookies();
    await page.goto(link);
    await expect(title(page, "Ce lien ne fonctionne plus.")).toBeVisible();
  });

  await test.step("an unknown address gets the same answer", async () => {
    await askAgain(page, `unknown.${email}`, "Un lien par e-mail");
    await expect(title(page, "Consultez vos e-mails.")).toBeVisible();
  });

  let link = "";
  await test.step("the link of a second mail sets a new password", async () => {
    await askAgain(page, email, "Un lien par e-mail");
    await expect(title(page, "Consultez vos e-mails.")).toBeVisible();
    link = await mailedLink(request, email, "/reset-password");
    await page.goto(link);
    await page.getByLabel("Nouveau mot de passe").fill(newPassword);
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await expect(toast(page)).toContainText("Mot de passe changé");
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("only the new password signs in", async () => {
    await signIn(page, email, password);
    await expect(toast(page)).toContainText("Invalid email or password");
    await signIn(page, email, newPassword);
    await expect(title(page, `Bonjour, ${username}`)).toBeVisible();
  });

  await test.step("the link works once, and the history of the tab does not hold it", async () => {
    await page.goto(link);
    await page.getByLabel("Nouveau mot de passe").fill("another password");
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await expect(title(page, "Ce lien ne fonctionne plus.")).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password$/);
  });
});

test("a reader gets back in by a code on WhatsApp", async ({ page, request, phone }) => {
  const { email, username } = await signUp(page, "noe");
  const data = { phone: phone.number };
  expect((await page.request.post("/api/user/whatsapp/connect", { data })).ok()).toBe(true);
  // Codes are sent only to confirmed numbers.
  await expect(phone.page.getByRole("log")).toContainText("C’est confirmé");
  await page.context().clearCookies();

  await askAgain(page, email, "Un code sur WhatsApp");
  const code = await codeOn(request, phone.digits);
  const send = async (given: string) => {
    await page.getByLabel("Code à 6 chiffres").fill(given);
    await page.getByLabel("Nouveau mot de passe").fill(newPassword);
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  };
  await send(code === "000000" ? "000001" : "000000");
  await expect(page.getByText("Ce code n’est pas valable.")).toBeVisible();
  await expect(page.getByLabel("Code à 6 chiffres")).toBeFocused();
  await send(code);
  await expect(toast(page)).toContainText("Mot de passe changé");
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue(email);
  await page.getByLabel("Mot de passe").fill(newPassword);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(title(page, `Bonjour, ${username}`)).toBeVisible();
});

test("a reader changes the password and ends sessions", async ({ page, request }) => {
  const { email, password } = await signUp(page, "oda");
  const isSignedIn = async (session: APIRequestContext) =>
    (await session.get("/api/me")).status() === 200;
  await request.post("/api/login", { data: { email, password } });
  await openProfile(page);
  const devices = page.getByRole("region", { name: "Vos appareils" }).getByRole("listitem");

  await test.step("the other device is listed, and can be signed out", async () => {
    await expect(devices).toHaveCount(2);
    await expect(devices.filter({ hasText: "Cet appareil" })).toContainText("sur Linux");
    await devices.getByRole("button", { name: /^Déconnecter/ }).click();
    await expect(devices).toHaveCount(1);
    expect(await isSignedIn(request)).toBe(false);
  });

  await test.step("the old password is needed; a wrong one does not end the session", async () => {
    await request.post("/api/login", { data: { email, password } });
    const change = page.getByRole("button", { name: "Changer le mot de passe" });
    await page.getByLabel("Mot de passe actuel").fill("not the one");
    await page.getByLabel("Nouveau mot de passe").fill(newPassword);
    await change.click();
    await expect(page.getByText("Votre mot de passe actuel est incorrect.")).toBeVisible();
    await page.getByLabel("Mot de passe actuel").fill(password);
    await change.click();
    await expect(toast(page)).toContainText("Mot de passe changé");
    expect(await isSignedIn(page.request)).toBe(true);
    expect(await isSignedIn(request)).toBe(false);
  });

  await test.step("signs out everywhere", async () => {
    await request.post("/api/login", { data: { email, password: newPassword } });
    await page.getByRole("button", { name: "Se déconnecter partout" }).click();
    await expect(toast(page)).toContainText("Session fermée partout");
    await expect(page).toHaveURL(/\/$/);
    expect(await isSignedIn(page.request)).toBe(false);
    expect(await isSignedIn(request)).toBe(false);
  });
});

test("a change of a confirmed address needs the links of both addresses", async ({
  page,
  request,
}) => {
  const { email } = await signUp(page, "pia");
  const newEmail = `new.${newDigits()}@example.com`;
  await page.goto(await mailedLink(request, email, "/verify-email"));
  await expect(title(page, "Votre adresse est confirmée.")).toBeVisible();

  const change = async () => {
    await openProfile(page);
    await page.getByLabel("Adresse e-mail").fill(newEmail);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(toast(page)).toContainText("Deux liens à ouvrir");
    await expect(page.getByLabel("Adresse e-mail")).toHaveValue(email);
  };

  let cancelledAtNew = "";
  let cancelledAtOld = "";
  await test.step("a pending change can be cancelled", async () => {
    await change();
    // Before the cancelling: mails of a cancelled change are not sent any more.
    cancelledAtNew = await mailedLink(request, newEmail, "/confirm-email");
    cancelledAtOld = await mailedLink(request, email, "/confirm-email");
    await page.getByRole("button", { name: "Annuler le changement" }).click();
    await expect(toast(page)).toContainText("Changement annulé");
    await page.goto(cancelledAtNew);
    await expect(title(page, "Ce lien ne fonctionne plus.")).toBeVisible();
  });

  await test.step("the second link changes the address", async () => {
    await change();
    await page.goto(await mailedLink(request, newEmail, "/confirm-email", cancelledAtNew));
    await expect(title(page, "Encore un lien.")).toBeVisible();
    await page.goto(await mailedLink(request, email, "/confirm-email", cancelledAtOld));
    await expect(title(page, "Votre nouvelle adresse est confirmée.")).toBeVisible();
    await page.getByRole("link", { name: "Ouvrir mon compte" }).click();
    await expect(page.getByText(newEmail)).toBeVisible();
  });
});

async function openProfile(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Profil" }).click();
  await expect(page.getByRole("heading", { name: "Vos appareils" })).toBeVisible();
}

/** Follows « Mot de passe oublié ? » on the log-in page. */
async function askAgain(page: Page, email: string, by: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: /^Mot de passe oublié/ }).click();
  await expect(page.getByRole("radio", { name: by })).toBeVisible();
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByRole("radio", { name: by }).click();
  await page.getByRole("button", { name: "Continuer" }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

const mails = z.array(z.object({ links: z.array(z.string()) }));

async function mailsTo(request: APIRequestContext, email: string) {
  const response = await request.get(`${process.env["PHONE_URL"]}/sim/mail`, {
    params: { to: email },
  });
  return mails.parse(await response.json());
}

/**
 * Path and token of the link to a page, in the last mail to this address that has one. Waits for another link than
 * `old`, since a mail that was just asked for may come after an older one was read.
 */
async function mailedLink(request: APIRequestContext, email: string, page: string, old = "") {
  let link = "";
  await expect(async () => {
    const urls = (await mailsTo(request, email)).flatMap((mail) => mail.links.map(toUrl));
    const found = urls.findLast(({ pathname }) => pathname === page);
    link = found === undefined ? "" : `${found.pathname}${found.search}`;
    expect(["", old]).not.toContain(link);
  }).toPass({ timeout: 30_000 });
  return link;
}

const toUrl = (link: string) => new URL(link);

const messages = z.array(z.object({ direction: z.string(), text: z.string().optional() }));

/** The code in the last message to this phone that has one. */
async function codeOn(request: APIRequestContext, digits: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const response = await request.get(`${process.env["PHONE_URL"]}/sim/phones/${digits}/messages`);
    const texts = messages.parse(await response.json()).map(({ text = "" }) => text);
    code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).findLast(Boolean) ?? "";
    expect(code).not.toBe("");
  }).toPass({ timeout: 30_000 });
  return code;
}

/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { resize } from "./every-page/pages.ts";
import { expect, test } from "./fixtures.ts";

const address = `https://journal.example/economie/${"le-prix-du-ble-recule-".repeat(5)}12466.html`;
const story = "*Le prix du blé recule.* La farine suit, _selon les meuniers_.";

test("links are whole and open in a new tab", async ({ phone }) => {
  await show(phone.page, [{ text: `Le Monde ${address}` }]);
  const link = conversation(phone.page).getByRole("link");
  await expect(link).toHaveText(address);
  await expect(link).toHaveAttribute("href", address);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

for (const [length, text] of [
  ["768 characters", `${`${story} `.repeat(12)}${address} ${"Fin de la phrase. ".repeat(40)}FIN`],
  ["20 lines", `${"Un titre court\n".repeat(24)}FIN`],
] as const) {
  test(`a message is folded after ${length} and unfolds with the keyboard`, async ({ phone }) => {
    await show(phone.page, [{ text }]);
    const message = conversation(phone.page).getByRole("article");
    const more = message.getByRole("button", { name: "Lire la suite" });
    await expect(message).not.toContainText("FIN");
    const shown = (await message.locator(".words > span").first().innerText()).length;
    expect(shown).toBeLessThan(768 + "… Lire la suite".length);
    await more.press("Enter");
    await expect(more).toBeHidden();
    await expect(message).toContainText("FIN");
    // The focus is at the text that has become visible, not lost.
    await expect(message.locator(":focus")).toContainText("FIN");
    const unformatted = text.replaceAll(/[*_]/g, "").replaceAll(/\s+/g, " ");
    await expect(message.locator(".words > span").first()).toHaveText(unformatted);
  });
}

test("a message of 768 characters is not folded", async ({ phone }) => {
  await show(phone.page, [{ text: "a".repeat(768) }]);
  await expect(conversation(phone.page).getByRole("article")).toContainText("a".repeat(768));
  await expect(conversation(phone.page).getByRole("button")).toHaveCount(0);
});

test("only the messages of the owner have ticks", async ({ phone }) => {
  await show(phone.page, [
    { text: "Votre numéro est confirmé.", status: "read" },
    { direction: "in", text: "MENU", status: "delivered" },
  ]);
  await expect(conversation(phone.page).locator(".bubble")).toHaveCount(2);
  await expect(conversation(phone.page).locator(".ticks")).toHaveCount(1);
  await expect(conversation(phone.page).locator(".bubble-mine .ticks")).toBeVisible();
  const receipts = phone.page.getByRole("list", { name: "Accusés de réception" });
  await expect(receipts.getByRole("listitem")).toHaveCount(1);
  await expect(receipts).toContainText("Lu");
});

test("a voice note plays at three speeds", async ({ phone }) => {
  await show(phone.page, [voiceNote(60)]);
  const speed = conversation(phone.page).getByRole("button", { name: "Vitesse de lecture" });
  await expect(speed).toBeHidden();
  await conversation(phone.page).getByRole("button", { name: "Écouter" }).click();
  await expect(speed).toHaveText("1×");
  for (const label of ["1,5×", "2×", "1×"]) {
    await speed.press("Enter");
    await expect(speed).toHaveText(label);
  }
});

test("the next voice note starts at the end of one", async ({ phone }) => {
  await show(phone.page, [voiceNote(1), voiceNote(60)]);
  const first = conversation(phone.page).locator(".voice").first();
  const second = conversation(phone.page).locator(".voice").last();
  await first.getByRole("button", { name: "Écouter" }).click();
  await expect(second.getByRole("button", { name: "Mettre en pause" })).toBeVisible();
  await expect(first.getByRole("button", { name: "Écouter" })).toBeVisible();
});

test("the keywords are hidden until their button is pressed", async ({ phone }) => {
  const commands = phone.page.getByRole("group", { name: "Mots-clés" });
  await expect(commands).toBeHidden();
  await phone.page.getByRole("button", { name: "Mots-clés" }).press("Enter");
  await commands.getByRole("button", { name: "PAUSE 7", exact: true }).click();
  await expect(conversation(phone.page).locator(".bubble-mine").first()).toContainText("PAUSE 7");
  await expect(commands).toBeHidden();
  await expect(phone.page.getByLabel("Répondre à Matinale")).toBeFocused();
});

test("a button with an address is a link", async ({ phone }) => {
  const url = "https://matinale.example/account";
  await show(phone.page, [
    { text: "Votre essai est terminé.", buttons: [{ id: "1", title: "Choisir", url }] },
  ]);
  await expect(conversation(phone.page).getByRole("link", { name: "Choisir" })).toHaveAttribute(
    "href",
    url,
  );
});

test("the conversation is as wide as a phone in every window", async ({ phone }) => {
  await show(phone.page, [{ text: `${story} ${address}` }]);
  for (const width of [320, 390, 600, 768, 1000, 1280, 1920]) {
    await resize(phone.page, width, 800);
    const { conversationWidth, overflow, narrowest } = await phone.page.evaluate(() => {
      const widthOf = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].map((node) => node.offsetWidth);
      return {
        conversationWidth: widthOf("#phone")[0],
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        narrowest: Math.min(...widthOf(".option label")),
      };
    });
    expect(conversationWidth, `${width} px`).toBe(Math.min(width, 390));
    expect(overflow, `${width} px`).toBe(0);
    expect(narrowest, `labels at ${width} px`).toBeGreaterThan(100);
  }
});

/** Shows these messages instead of those that the simulator holds. */
async function show(page: Page, messages: readonly object[]): Promise<void> {
  const at = Date.now();
  const shown = { direction: "out", type: "text", status: "delivered", at };
  await page.route("**/sim/phones/*/messages", (route) =>
    route.fulfill({
      json: messages.map((message, id) => ({ id: String(id), ...shown, ...message })),
    }),
  );
  await page.route("**/sim/phones/*/played", (route) => route.fulfill({ json: { messages: [] } }));
  await page.route("**/sim/media/*", (route) => {
    const seconds = Number(route.request().url().split("/").at(-1));
    return route.fulfill({ body: silence(seconds), contentType: "audio/wav" });
  });
  await page.reload();
  await expect(conversation(page).locator(".bubble")).toHaveCount(messages.length);
}

const voiceNote = (seconds: number) => ({
  type: "audio",
  audio: { url: `/sim/media/${seconds}`, durationMs: seconds * 1000, bytes: 1000, voice: true },
});

/** A WAV file of 8 kHz, 16 bits, one channel. */
function silence(seconds: number): Buffer {
  const bytes = seconds * 16_000;
  const file = Buffer.alloc(44 + bytes);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(bytes, 40);
  return file;
}

const conversation = (page: Page) => page.getByRole("log", { name: "Messages" });

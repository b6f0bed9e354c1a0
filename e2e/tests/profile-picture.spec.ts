import { expect, test } from "./fixtures.ts";
import { signUp, toast } from "./visitor.ts";

test("a picture of 4 MB is reduced before it is uploaded", async ({ page }) => {
  await signUp(page, "pia");
  await page.goto("/settings?tab=profile");
  const chooser = page.locator("input[type=file]");
  const request = page.waitForRequest("**/api/user/profile-picture");
  // The server refuses this format: it gets what the browser has made of it.
  await chooser.setInputFiles({ name: "pia.bmp", mimeType: "image/bmp", buffer: bitmap(1200) });
  await expect(toast(page)).toContainText("Photo enregistrée");
  expect((await (await request).sizes()).requestBodySize).toBeLessThan(300_000);
});

/** A square BMP of 24 bits a pixel. */
function bitmap(side: number): Buffer {
  const bytes = side * side * 3;
  const header = Buffer.alloc(54);
  header.write("BM");
  header.writeUInt32LE(54 + bytes, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, Buffer.alloc(bytes, "Matinale")]);
}

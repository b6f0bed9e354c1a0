import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testProduct } from "@matinale/kit/testing";

const siteLanguages = ["fr", "en"];
const { incidents: _incidents, ...product } = testProduct;

const index = {
  pages: { "/": "landing", "/account": "shell", "/subscribe": "shell" },
  other: "not-found",
  signedIn: "shell",
  languages: siteLanguages,
  originMark: "https://origin.invalid",
  product,
};

/** A new folder with the pages of a built site: « landing fr https://origin.invalid/x ». */
export async function testSite(changes: Partial<typeof index> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-site-"));
  const write = (name: string, text: string) => writeFile(join(folder, "pages", name), text);
  await mkdir(join(folder, "pages"));
  await write("index.json", JSON.stringify({ ...index, ...changes }));
  for (const page of ["landing", "shell", "not-found"]) {
    for (const language of siteLanguages) {
      await write(`${page}.${language}.html`, `${page} ${language} https://origin.invalid/x`);
    }
  }
  await write("sitemap.xml", "<loc>https://origin.invalid/</loc>");
  await write("robots.txt", "Sitemap: https://origin.invalid/sitemap.xml");
  return folder;
}

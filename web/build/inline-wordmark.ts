import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const source = join(import.meta.dirname, "../src/components/wordmark.svg");

/** Puts the letters of the logo into the page, where every logo refers to them: one request less. */
export function inlineWordmark(): Plugin {
  return {
    name: "inline-wordmark",
    transformIndexHtml: {
      order: "pre",
      handler: async (html) => {
        const svg = (await readFile(source, "utf8")).trim().replace("<svg ", "<svg hidden ");
        return html.replace("<!--wordmark-->", () => svg);
      },
    },
  };
}

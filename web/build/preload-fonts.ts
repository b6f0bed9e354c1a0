import type { Plugin } from "vite";

/** Asks for the two typefaces with the page itself, not once the stylesheet has been read. */
export function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith(".woff2") && !file.includes("-more-"))
          .toSorted()
          .map((file) => ({
            tag: "link",
            // Before the scripts, whose connections they would have to wait for.
            injectTo: "head-prepend" as const,
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: `/${file}`,
              crossorigin: "",
            },
          })),
    },
  };
}

import type { Plugin } from "vite";

/** Preloads the two typefaces with the page, before the browser has parsed the style sheet. */
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
            // Before the scripts, which would otherwise occupy the connections.
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

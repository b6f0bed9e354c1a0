// A page that came written is seen before its scripts take their turn: they are asked for once it
// has been painted, so that the page and its typefaces come first, and run one by one, so that it
// scrolls and answers in between.
import { keepClicks } from "./lib/early-clicks.ts";
import { painted } from "./lib/painted.ts";

const listed = document.querySelector<HTMLElement>("[data-scripts]")?.dataset["scripts"];

if (listed) {
  keepClicks();
  await painted();
  const scripts = listed.split(" ");
  scripts.forEach(preload);
  for (const script of scripts) await import(/* @vite-ignore */ script);
}
await import("./main.tsx");

function preload(script: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = script;
  document.head.append(link);
}

/**
 * First script of a prerendered page. It loads the other scripts after the first paint, so that the HTML
 * and the typefaces come first. It records clicks until the page is interactive and then replays them.
 */
const longestWaitMs = 1000;

const scripts = document.querySelector<HTMLElement>("[data-scripts]")?.dataset["scripts"] ?? "";
const clicked: HTMLElement[] = [];

document.addEventListener("click", recordClick, true);
document.addEventListener("interactive", replayClicks, { once: true });
loadScripts(scripts.split(" ")).catch(replayClicks);
// The key is written out, because the constant is in one of the scripts that load later.
localStorage["language"] ??= document.documentElement.lang;

/** Runs the scripts one by one, so that the page scrolls and responds between them. */
async function loadScripts(addresses: readonly string[]): Promise<void> {
  await firstPaint();
  for (const address of addresses) addLink("modulepreload", address);
  addLink("manifest", "/site.webmanifest");
  for (const address of addresses) await import(/* @vite-ignore */ address);
}

function addLink(rel: string, href: string): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));
}

/** Resolves immediately for a page in the background, which is not painted, and at the latest after a second. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, longestWaitMs);
  });
}

/** Records clicks on controls. Links work without a script. */
function recordClick(event: MouseEvent): void {
  const { target } = event;
  const control = target instanceof Element && target.closest<HTMLElement>("button, label, input");
  if (!control) return;
  event.preventDefault();
  // A part that is hydrated already would handle the click now and again at the replay.
  event.stopPropagation();
  clicked.push(control);
}

function replayClicks(): void {
  document.removeEventListener("click", recordClick, true);
  for (const control of clicked) control.click();
}

/**
 * First script of a prerendered page. It loads the other scripts after the first paint, so that the HTML
 * and the typefaces come first, and runs them one by one, so that the page scrolls and responds between
 * them. It records clicks until the page is interactive and then replays them.
 */
const longestWaitMs = 1000;

const scripts = document.querySelector<HTMLElement>("[data-scripts]")?.dataset["scripts"];
const clicked: HTMLElement[] = [];

document.addEventListener("click", recordClick, true);
document.addEventListener("interactive", finish, { once: true });
run(scripts?.split(" ") ?? []).catch(finish);
// The key is written out, because the constant is in one of the scripts that load later.
localStorage["language"] ??= document.documentElement.lang;

async function run(addresses: readonly string[]): Promise<void> {
  await firstPaint();
  void preload(addresses);
  if (needsRealHeights()) void renderSections();
  for (const address of addresses) await import(/* @vite-ignore */ address);
}

/** Adds one link per task, because each waits for another process of the browser. */
async function preload(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    addLink("modulepreload", address);
    await nextTask();
  }
  addLink("manifest", "/site.webmanifest");
}

const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

function addLink(rel: string, href: string): void {
  const element = document.createElement("link");
  document.head.append(Object.assign(element, { rel, href }));
}

function finish(): void {
  document.removeEventListener("click", recordClick, true);
  for (const control of clicked) control.click();
  void renderSections();
}

/**
 * Renders the sections below the first one while the browser is idle: all at once would be a long task.
 * Until then the browser renders sections near the viewport by itself (`content-visibility`), and the
 * scripts need the processor.
 */
async function renderSections(): Promise<void> {
  for (const section of document.querySelectorAll<HTMLElement>("main > :nth-child(n + 2)")) {
    if (!needsRealHeights()) await idle();
    section.style.contentVisibility = "visible";
    section.getBoundingClientRect();
  }
}

/** Scrolling to a section or to an earlier position needs the real heights immediately. */
const needsRealHeights = (): boolean => location.hash !== "" || scrollY > 0;

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) {
      requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
    } else setTimeout(resolve);
  });

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

/**
 * First script of every page. A prerendered page loads its other scripts after the first paint, so that the
 * HTML and the typefaces come first; its clicks are recorded until it is interactive and then replayed.
 *
 * Its file name has no hash, because gateways of two versions serve during an upgrade: pages of one version
 * run it from the other. Do not rename `data-scripts` and the event `interactive`.
 */
const longestWaitMs = 1000;
/** How long the page waits before it reloads, because a script failed to load. Together as long as most upgrades. */
const reloadAfterMs = [2000, 6000, 18_000];
const failuresKey = "failed-starts";

const root = document.querySelector<HTMLElement>("[data-scripts]");
const scripts = root?.dataset["scripts"] ?? "";
const isPrerendered = root?.hasChildNodes() === true;
const clicked: HTMLElement[] = [];

if (isPrerendered) document.addEventListener("click", recordClick, true);
document.addEventListener("interactive", onInteractive, { once: true });
// Where the browser blocks its storage, the scripts cannot run, and counting reloads fails, too.
loadScripts(scripts.split(" ")).catch(reloadLater).catch(stayReadable);

/** Runs the scripts one by one, so that the page scrolls and responds between them. */
async function loadScripts(addresses: readonly string[]): Promise<void> {
  // The key is written out, because the constant is in one of the scripts.
  localStorage["language"] ??= document.documentElement.lang;
  if (isPrerendered) {
    await firstPaint();
    for (const address of addresses) addLink("modulepreload", address);
  }
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
  if (!(target instanceof Element)) return;
  // Before the field in a label: React would hydrate the field after the click has changed it, and see no change.
  const control = target.closest("label") ?? target.closest<HTMLElement>("button, input");
  if (!control) return;
  event.preventDefault();
  // A part that is hydrated already would handle the click now and again at the replay.
  event.stopPropagation();
  clicked.push(control);
}

function onInteractive(): void {
  sessionStorage.removeItem(failuresKey);
  replayClicks();
}

function replayClicks(): void {
  document.removeEventListener("click", recordClick, true);
  for (const control of clicked) shownFor(control)?.click();
}

/** The same control of a page that was rendered again, as for a reader who is signed in. */
function shownFor(control: HTMLElement): HTMLElement | undefined {
  if (control.isConnected) return control;
  return [...document.querySelectorAll<HTMLElement>("button, label")].find(
    ({ textContent, ariaLabel }) =>
      textContent === control.textContent && ariaLabel === control.ariaLabel,
  );
}

/** The page and the scripts may be of different versions: the next page, or the next gateway, fits. */
function reloadLater(): void {
  const failures = Number(sessionStorage[failuresKey] ?? 0);
  const waitMs = reloadAfterMs[failures];
  // Without a network, a reload would show no page at all.
  if (!navigator.onLine || waitMs === undefined) return stayReadable();
  sessionStorage[failuresKey] = failures + 1;
  setTimeout(() => location.reload(), waitMs);
}

/** Links and forms of a prerendered page work without scripts; for the others the page says what to do. */
function stayReadable(): void {
  addEventListener("online", () => location.reload());
  replayClicks();
  document.getElementById("reload")?.removeAttribute("hidden");
}

// What runs first on a page that came written: it is seen before its scripts take their turn. They
// are asked for once it has been painted, so that the page and its typefaces come first, and run one
// by one, so that it scrolls and answers in between. What is pressed meanwhile is done afterwards.
const longestWaitMs = 1000;

const scripts = document.querySelector<HTMLElement>("[data-scripts]")?.dataset["scripts"];
const pressed: HTMLElement[] = [];

document.addEventListener("click", keep, true);
document.addEventListener("operable", release, { once: true });
run(scripts?.split(" ") ?? []).catch(release);
// By its own name: what holds the names of keys is one of the scripts that come later.
localStorage["language"] ??= document.documentElement.lang;

async function run(addresses: readonly string[]): Promise<void> {
  await painted();
  for (const address of addresses) link("modulepreload", address);
  link("manifest", "/site.webmanifest");
  void layOut();
  for (const address of addresses) await import(/* @vite-ignore */ address);
}

function link(rel: string, href: string): void {
  const element = document.createElement("link");
  document.head.append(Object.assign(element, { rel, href }));
}

/** What is further down, in the pauses: all at once would hold up the page. */
async function layOut(): Promise<void> {
  for (const section of document.querySelectorAll<HTMLElement>("main > :nth-child(n + 2)")) {
    // Who is on the way to a section or back to their place needs the real heights.
    if (!location.hash && scrollY === 0) await pause();
    section.style.contentVisibility = "visible";
    section.getBoundingClientRect();
  }
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) {
      requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
    } else setTimeout(resolve);
  });

/** A page in the background is not painted, and a browser that does not tell is not waited for. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, longestWaitMs);
  });
}

/** Links lead on by themselves. */
function keep(event: MouseEvent): void {
  const { target } = event;
  const control = target instanceof Element && target.closest<HTMLElement>("button, label, input");
  if (!control) return;
  event.preventDefault();
  // A part that is taken over already would act on it, and then again on what is done for it later.
  event.stopPropagation();
  pressed.push(control);
}

function release(): void {
  document.removeEventListener("click", keep, true);
  for (const control of pressed) control.click();
}

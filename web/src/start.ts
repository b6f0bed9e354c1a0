// What runs first on a page that came written: it is seen before its scripts take their turn. They
// are asked for once it has been painted, so that the page and its typefaces come first, and run one
// by one, so that it scrolls and answers in between. What is pressed meanwhile is done afterwards.
const longestWaitMs = 1000;

const scripts = document.querySelector<HTMLElement>("[data-scripts]")?.dataset["scripts"];
const pressed: HTMLElement[] = [];

document.addEventListener("click", keep, true);
document.addEventListener("operable", finish, { once: true });
run(scripts?.split(" ") ?? []).catch(finish);
// By its own name: what holds the names of keys is one of the scripts that come later.
localStorage["language"] ??= document.documentElement.lang;

async function run(addresses: readonly string[]): Promise<void> {
  await painted();
  void ask(addresses);
  if (wantsPlaces()) void layOut();
  for (const address of addresses) await import(/* @vite-ignore */ address);
}

/** One by one, too: each has to wait for another process of the browser. */
async function ask(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    link("modulepreload", address);
    await nextTask();
  }
  link("manifest", "/site.webmanifest");
}

const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

function link(rel: string, href: string): void {
  const element = document.createElement("link");
  document.head.append(Object.assign(element, { rel, href }));
}

function finish(): void {
  document.removeEventListener("click", keep, true);
  for (const control of pressed) control.click();
  void layOut();
}

/**
 * What is further down, in the pauses: all at once would hold up the page. Before, the browser lays
 * out what comes near by itself, and the scripts need the processor.
 */
async function layOut(): Promise<void> {
  for (const section of document.querySelectorAll<HTMLElement>("main > :nth-child(n + 2)")) {
    if (!wantsPlaces()) await pause();
    section.style.contentVisibility = "visible";
    section.getBoundingClientRect();
  }
}

/** Who is on the way to a section or back to their place needs the real heights, and now. */
const wantsPlaces = (): boolean => location.hash !== "" || scrollY > 0;

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

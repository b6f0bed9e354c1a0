import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { isLost, readVisit, type Visit } from "./judge.ts";

/** How often a visit is made anew whose recording was lost; on a busy machine one in ten is. */
const mostTries = 3;

/** One visit on the phone and the line that Lighthouse takes for a usual one, in a browser of its own. */
export async function visit(address: string, chromePath: string): Promise<Visit> {
  let seen = await look(address, chromePath);
  for (let tries = 1; tries < mostTries && isLost(seen); tries += 1) {
    seen = await look(address, chromePath);
  }
  return readVisit(seen);
}

async function look(address: string, chromePath: string): Promise<Result> {
  const isRoot = process.getuid?.() === 0;
  const browser = await launch({
    chromePath,
    chromeFlags: ["--headless=new", ...(isRoot ? ["--no-sandbox"] : [])],
  });
  try {
    const seen = await lighthouse(address, {
      port: browser.port,
      output: "json",
      logLevel: "silent",
    });
    if (!seen) throw new Error(`${address}: Lighthouse saw nothing`);
    return seen.lhr;
  } finally {
    browser.kill();
  }
}

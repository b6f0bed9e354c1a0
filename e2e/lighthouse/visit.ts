import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { readVisit, type Visit } from "./judge.ts";

/** One visit on the phone and the line that Lighthouse takes for a usual one, in a browser of its own. */
export async function visit(address: string, chromePath: string): Promise<Visit> {
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
    return readVisit(seen);
  } finally {
    browser.kill();
  }
}

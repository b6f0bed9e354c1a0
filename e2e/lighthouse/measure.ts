import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { isTraceLost, readReport, type Measurement } from "./report.ts";

/** A run with a lost trace is repeated; on a busy machine one run in ten loses it. */
const maxAttempts = 3;

/** Measures one page in a new browser, with Lighthouse's default phone and network. */
export async function measure(address: string, chromePath: string): Promise<Measurement> {
  let report = await runLighthouse(address, chromePath);
  for (let attempt = 1; attempt < maxAttempts && isTraceLost(report); attempt += 1) {
    report = await runLighthouse(address, chromePath);
  }
  return readReport(report);
}

async function runLighthouse(address: string, chromePath: string): Promise<Result> {
  const isRoot = process.getuid?.() === 0;
  const browser = await launch({
    chromePath,
    chromeFlags: ["--headless=new", ...(isRoot ? ["--no-sandbox"] : [])],
  });
  try {
    const run = await lighthouse(address, {
      port: browser.port,
      output: "json",
      logLevel: "silent",
    });
    if (!run) throw new Error(`${address}: Lighthouse returned no report`);
    return run.lhr;
  } finally {
    browser.kill();
  }
}

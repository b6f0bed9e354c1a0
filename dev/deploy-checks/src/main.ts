// node dev/deploy-checks/src/main.ts chart | images | api-server        (without arguments: all)
// CHECK_REPORT: file for the numbers of passed and failed checks, as JSON
import { writeFileSync } from "node:fs";
import { checkApiServer } from "./api-server/check-api-server.ts";
import { checkChart } from "./chart/check-chart.ts";
import { checkDocs } from "./docs/check-docs.ts";
import { checkFiles } from "./files/check-files.ts";
import { checkImages } from "./image/check-images.ts";
import { Findings } from "./findings.ts";

const parts: Readonly<Record<string, (findings: Findings) => Promise<void>>> = {
  chart: async (findings) => {
    await checkChart(findings);
    await checkFiles(findings);
    await checkDocs(findings);
  },
  images: checkImages,
  "api-server": checkApiServer,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(", ")}, use ${Object.keys(parts).join(", ")}\n`);
  process.exit(1);
}
const findings = new Findings((line) => process.stdout.write(`${line}\n`));
for (const [name, run] of Object.entries(parts)) {
  if (named.length === 0 || named.includes(name)) await run(findings);
}
findings.printSummary();
const report = process.env["CHECK_REPORT"];
if (report) writeFileSync(report, JSON.stringify(findings));
process.exitCode = findings.failed === 0 ? 0 : 1;

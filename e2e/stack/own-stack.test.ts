import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environmentsOf } from "../../dev/stack/src/environment.ts";
import { root } from "../../dev/stack/src/places.ts";
import { chosenPorts, defaultPorts, rememberPorts } from "../../dev/stack/src/ports/stack-ports.ts";
import { developmentSecrets } from "../../dev/stack/src/secrets.ts";
import { temporaryFolder } from "../../dev/stack/src/testing/temporary-folder.ts";
import { ownStack, settingsIn } from "./own-stack.ts";

const settings = settingsIn(readFileSync(join(root, ".env.example"), "utf8"));

test("reads the names of variables, also of those that are commented out", () => {
  expect(settingsIn("# A port\n#APP_PORT=8080\nREDIS_URL=redis://127.0.0.1\n")).toEqual([
    "APP_PORT",
    "REDIS_URL",
  ]);
  expect(settings).toEqual(expect.arrayContaining(["WHATSAPP_TOKEN", "SMTP_URL", "MONGODB_URI"]));
});

test("a stack for tests uses no provider, store or setting of the developer", () => {
  const folder = temporaryFolder();
  const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
  const ofServices = [...page.matchAll(/^\| \**`([A-Z0-9_]+)`/gm)]
    .map(([, name = ""]) => name)
    // belongs to the machine, like PATH
    .filter((name) => name !== "NODE_EXTRA_CA_CERTS");
  const names = [...settings, ...ofServices];
  const developer = Object.fromEntries(names.map((name) => [name, `developer-${name}`]));
  const env = { ...developer, ...ownStack(folder) };
  expect(env).toMatchObject({ KAFKA_BROKERS: "", MONGODB_URI: "", REDIS_URL: "" });

  const portsFile = join(folder, "ports.json");
  rememberPorts(portsFile, defaultPorts);
  const environments = environmentsOf({
    ports: chosenPorts(portsFile),
    secrets: developmentSecrets(join(folder, "secrets.json")),
    devServices: { kafka: "kafka", mongodb: "mongodb", redis: "redis" },
    site: "/site",
    env,
  });
  expect(JSON.stringify(environments)).not.toContain("developer-");
});

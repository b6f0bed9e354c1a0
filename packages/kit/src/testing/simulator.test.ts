import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const starter = `
  import { startSimulator } from ${JSON.stringify(new URL("./simulator.ts", import.meta.url))};
  const { url } = await startSimulator({});
  process.stdout.write(url);
`;

test("the simulator ends with the process that started it, also when that is killed", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", starter], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await once(child.stdout, "data");
  const isRunning = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await isRunning()).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(isRunning).toBe(false);
});

import { expect, test } from "vitest";
import { deviceName, deviceOf } from "./device.ts";

const apple = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${windows} Chrome/131.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "Edge on Windows"],
  [`${apple} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${apple} (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"],
  [`${windows} HeadlessChrome/131.0.0.0 Safari/537.36`, "Chrome on Windows"],
  ["curl/8.5.0", "Unknown device"],
  [undefined, "Unknown device"],
])("names %s", (userAgent, name) => {
  expect(deviceName(deviceOf(userAgent), "en")).toBe(name);
});

test("names a device in French", () => {
  expect(deviceName({ browser: "Firefox", system: "Windows" }, "fr")).toBe("Firefox sur Windows");
  expect(deviceName({}, "fr")).toBe("Appareil inconnu");
});

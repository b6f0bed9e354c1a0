import { expect, test } from "vitest";
import { majorVersion } from "./install.ts";
import { asContainerEnvironment, asPropertiesFile, serverProperties } from "./server-properties.ts";

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['java version "1.8.0_412"', 8],
  ['openjdk version "21" 2023-09-19', 21],
  ["The operation couldn’t be completed. Unable to locate a Java Runtime.", 0],
])("%s is Java %i", (output, major) => {
  expect(majorVersion(output)).toBe(major);
});

const addresses = {
  data: "/d",
  listen: "0.0.0.0:9092",
  controller: "127.0.0.1:9093",
  advertised: "127.0.0.1:29092",
};

test("the broker advertises the address that clients can reach", () => {
  expect(asPropertiesFile(serverProperties(addresses))).toContain(
    "\nadvertised.listeners=PLAINTEXT://127.0.0.1:29092\n",
  );
});

test("the container gets the same settings from its environment", () => {
  expect(asContainerEnvironment(serverProperties(addresses))).toMatchObject({
    KAFKA_LOG_DIRS: "/d",
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: "false",
  });
});

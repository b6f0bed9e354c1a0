import { expect, test } from "vitest";
import { isRedisUrl, parseRedisUrl } from "./redis-url.ts";

test.each(["redis://redis.example:6379", "rediss://user:password@redis.example/1"])(
  "keeps the address of one server: %s",
  (url) => {
    expect(parseRedisUrl(url)).toBe(url);
  },
);

test("reads the Sentinels, the master's name and the log-ins", () => {
  const url =
    "rediss+sentinel://matinale:p%40ss@s1.example:26380,s2.example,[fd00::1]:26379/news/2?sentinelUsername=watch&sentinelPassword=s%26t";
  expect(parseRedisUrl(url)).toEqual({
    sentinels: [
      { host: "s1.example", port: 26_380 },
      { host: "s2.example", port: 26_379 },
      { host: "fd00::1", port: 26_379 },
    ],
    name: "news",
    tls: {},
    enableTLSForSentinelMode: true,
    db: 2,
    username: "matinale",
    password: "p@ss",
    sentinelUsername: "watch",
    sentinelPassword: "s&t",
  });
});

test("leaves out what the address of Sentinels does not say", () => {
  expect(parseRedisUrl("redis+sentinel://s1.example/news")).toEqual({
    sentinels: [{ host: "s1.example", port: 26_379 }],
    name: "news",
    db: 0,
  });
});

test.each([
  "",
  "http://redis.example",
  "redis+sentinel://s1.example",
  "redis+sentinel://s1.example:port/news",
  "redis+sentinel://s1.example,/news",
  "redis+sentinel:///news",
])("refuses %s", (url) => {
  expect(isRedisUrl(url)).toBe(false);
});

import { expect, test } from "vitest";
import { createLogger, withContext } from "./index.ts";

const lines = () => {
  const written: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: "test", level: "info" },
    { write: (line) => void written.push(JSON.parse(line) as Record<string, unknown>) },
  );
  return { logger, written };
};

test("redacts personal data and credentials", () => {
  const { logger, written } = lines();
  logger.info({
    phone: "+33639981234",
    user: { email: "a@b.c", password: "hunter2" },
    cookie: "sid",
  });
  const text = JSON.stringify(written);
  for (const secret of ["33639981234", "a@b.c", "hunter2", "sid"])
    expect(text).not.toContain(secret);
});

test("logs an error without the properties that HTTP clients add", () => {
  const { logger, written } = lines();
  const error = Object.assign(new Error("refused"), {
    code: 190,
    config: { headers: "Bearer key" },
  });
  logger.error({ err: error });
  expect(written[0]).toMatchObject({ err: { type: "Error", message: "refused", code: 190 } });
  expect(JSON.stringify(written)).not.toContain("Bearer");
});

test("logs a violated unique index without the value", () => {
  const { logger, written } = lines();
  const error = new Error(
    'E11000 collection: users index: emailKey_1 dup key: { emailKey: "a@b.c" }',
  );
  logger.error({ err: new Error("saving failed", { cause: error }) });
  expect(JSON.stringify(written)).toContain("index: emailKey_1 dup key");
  expect(JSON.stringify(written)).not.toContain("a@b.c");
});

test("logs the ids of the current context", () => {
  const { logger, written } = lines();
  withContext({ correlationId: "c1", causationId: "e1" }, () => logger.info("hello"));
  expect(written[0]).toMatchObject({ correlationId: "c1", causationId: "e1", service: "test" });
});

import { expect, test } from "vitest";
import { environmentsOf, isChannelSimulated, type StackFacts } from "./environment.ts";
import { defaultPorts } from "./ports/stack-ports.ts";
import { processNames } from "./processes.ts";

const facts = (env: NodeJS.ProcessEnv = {}): StackFacts => ({
  ports: defaultPorts,
  secrets: {
    internalToken: "internal",
    session: "session",
    media: "media",
    trialHash: "trial",
    whatsappToken: "token",
    whatsappApp: "app",
    whatsappVerify: "verify",
  },
  devServices: {
    kafka: "127.0.0.1:1",
    mongodb: "mongodb://127.0.0.1:3/",
    redis: "redis://127.0.0.1:5",
  },
  site: "/site",
  env,
});

test("each service has its own database, and all share the internal token", () => {
  const { identity, delivery } = environmentsOf(facts());
  expect(identity["MONGODB_DATABASE"]).toBe("matinale_identity");
  expect(delivery["MONGODB_DATABASE"]).toBe("matinale_delivery");
  expect(identity["INTERNAL_TOKEN_SECRET"]).toBe(delivery["INTERNAL_TOKEN_SECRET"]);
});

test("identity and delivery share the secret that hashes deleted accounts", () => {
  const { identity, delivery, billing } = environmentsOf(facts());
  expect(identity["TRIAL_HASH_SECRET"]).toBe("trial");
  expect(delivery["TRIAL_HASH_SECRET"]).toBe("trial");
  expect(billing).not.toHaveProperty("TRIAL_HASH_SECRET");
});

test("delivery and simulator share the provider's secrets; the environment overrides them", () => {
  const { delivery, simulator } = environmentsOf(facts({ WHATSAPP_APP_SECRET: "mine" }));
  for (const side of [delivery, simulator]) {
    expect(side).toMatchObject({ WHATSAPP_APP_SECRET: "mine", WHATSAPP_TOKEN: "token" });
  }
  expect(delivery["WHATSAPP_API_URL"]).toBe("http://127.0.0.1:8025");
});

test("the simulator plays a linked phone, unless WAHA_URL is set", () => {
  const { delivery, simulator } = environmentsOf(facts({ WHATSAPP_ADAPTER: "waha" }));
  for (const side of [delivery, simulator]) {
    expect(side).toMatchObject({ WHATSAPP_ADAPTER: "waha", WAHA_API_KEY: "token" });
  }
  expect(delivery).toMatchObject({
    WAHA_URL: "http://127.0.0.1:8025",
    WAHA_MESSAGES_PER_SECOND: "20",
  });
  const configured = environmentsOf(
    facts({ WHATSAPP_ADAPTER: "waha", WAHA_URL: "http://waha:3000" }),
  );
  expect(configured.delivery).toMatchObject({
    WAHA_URL: "http://waha:3000",
    WAHA_MESSAGES_PER_SECOND: "1",
  });
});

test.each([
  [true, {}],
  [true, { WAHA_URL: "http://waha:3000", WHATSAPP_API_URL: "" }],
  [false, { WHATSAPP_API_URL: "https://graph.facebook.com" }],
  [true, { WHATSAPP_ADAPTER: "waha", WHATSAPP_API_URL: "https://graph.facebook.com" }],
  [false, { WHATSAPP_ADAPTER: "waha", WAHA_URL: "http://waha:3000" }],
])("that the simulator gets the messages is %s with %j", (expected, env) => {
  expect(isChannelSimulated(env)).toBe(expected);
});

test("identity sends mail to the simulator, or to the server of SMTP_URL", () => {
  const { identity, simulator } = environmentsOf(facts());
  expect(identity["SMTP_URL"]).toBe("smtp://127.0.0.1:1025");
  expect(simulator["MAIL_PORT"]).toBe("1025");
  const own = environmentsOf(facts({ SMTP_URL: "smtp://mail.test" }));
  expect(own.identity["SMTP_URL"]).toBe("smtp://mail.test");
});

test("with Google credentials, speech does not come from the simulator", () => {
  expect(environmentsOf(facts()).content["TTS_ENDPOINT"]).toBe("http://127.0.0.1:8025");
  const { content } = environmentsOf(facts({ GOOGLE_APPLICATION_CREDENTIALS: "/key.json" }));
  expect(content["TTS_ENDPOINT"]).toBeUndefined();
  expect(content["GOOGLE_APPLICATION_CREDENTIALS"]).toBe("/key.json");
});

test("with OpenAI as the provider of voices, its key or the simulator speaks", () => {
  const simulated = environmentsOf(facts({ SPEECH_PROVIDER: "openai", SPEECH_MODEL: "tts-1" }));
  expect(simulated.content).toMatchObject({
    SPEECH_PROVIDER: "openai",
    SPEECH_MODEL: "tts-1",
    TTS_ENDPOINT: "http://127.0.0.1:8025/v1",
  });
  const real = environmentsOf(facts({ SPEECH_PROVIDER: "openai", OPENAI_API_KEY: "sk" }));
  expect(real.content).toMatchObject({ SPEECH_PROVIDER: "openai", OPENAI_API_KEY: "sk" });
  expect(real.content["TTS_ENDPOINT"]).toBeUndefined();
});

test("a provider's key reaches only the service that needs it", () => {
  const environments = environmentsOf(facts({ STRIPE_SECRET_KEY: "sk", OPENAI_API_KEY: "ok" }));
  const having = (key: string) => processNames.filter((name) => key in environments[name]);
  expect(having("STRIPE_SECRET_KEY")).toEqual(["billing"]);
  expect(having("OPENAI_API_KEY")).toEqual(["content"]);
});

test("other variables of the machine do not reach the services", () => {
  const machine = { PATH: "/bin", NODE_COMPILE_CACHE: "/cache" };
  const environments = environmentsOf(facts({ ...machine, PORT: "1", NODE_ENV: "production" }));
  expect(environments.billing).toMatchObject({
    ...machine,
    PORT: "8103",
    NODE_ENV: "development",
  });
});

test("failed log-ins of one account are limited as in production", () => {
  expect(environmentsOf(facts()).gateway).not.toHaveProperty("LOGIN_FAILURES_PER_ACCOUNT");
});

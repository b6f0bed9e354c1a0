import { test as base, expect, type APIRequestContext, type Page } from "playwright/test";

/** The simulated phone of one subscriber. */
interface Phone {
  /** In international form, with a plus sign. */
  number: string;
  digits: string;
  /** Shows the conversation with Matinale. */
  page: Page;
  /** Marks all messages as read, as the owner of the phone would. */
  read(): Promise<void>;
}

/** Cookies and storage of a browser. */
type BrowserState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

interface WorkerFixtures {
  /** The session of a reader without a phone, whom the tests of a worker share: they only look. */
  sharedReader: BrowserState;
}

interface Fixtures {
  phone: Phone;
  /** Console errors that the test causes on purpose. */
  tolerated: RegExp;
}

/** Numbers of the phones that this worker has given out. */
let phones = 0;

/**
 * Digits of a phone that no other test uses, also not in another worker: a failed test ends its worker, and the next
 * worker has the next index. There is room for 40 workers with 200 phones each.
 *
 * France reserves +33 6 39 98 xx xx for fiction (ARCEP, decision 2018-0881): no such number belongs to a person. Those
 * below 2000 are left to the demo phone.
 */
export function newDigits(): string {
  return String(33_639_982_000 + phones++ * 40 + (base.info().workerIndex % 40));
}

/** A page that logs an error to the console fails its test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedReader: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({
        baseURL: process.env["APP_URL"] ?? "",
      });
      await createReader(request, "shared");
      await use(await request.storageState());
      await request.dispose();
    },
    { scope: "worker" },
  ],

  // A visitor without a session gets a 401, which browsers log.
  tolerated: [/401 \(Unauthorized\)/, { option: true }],

  page: async ({ page, tolerated }, use) => {
    const errors = collectErrors(page);
    await use(page);
    expect(errors.filter((error) => !tolerated.test(error))).toEqual([]);
  },

  phone: async ({ context, request, tolerated }, use) => {
    const digits = newDigits();
    const page = await context.newPage();
    const errors = collectErrors(page);
    await page.goto(`${phoneUrl()}/#${digits}`);
    await use({ number: `+${digits}`, digits, page, read: () => markRead(request, digits) });
    expect(errors.filter((error) => !tolerated.test(error))).toEqual([]);
  },
});

export interface Reader {
  username: string;
  email: string;
  password: string;
}

const headers = { "x-requested-with": "XMLHttpRequest" };

/** Creates an account and logs in through the API. */
export async function createReader(request: APIRequestContext, name: string): Promise<Reader> {
  const username = `${name}${Date.now().toString(36)}${base.info().parallelIndex}`;
  const reader = { username, email: `${username}@example.com`, password: "correct horse battery" };
  const created = await request.post("/api/signup", { headers, data: reader });
  expect(created.ok(), await created.text()).toBe(true);
  const { email, password } = reader;
  const login = await request.post("/api/login", { headers, data: { email, password } });
  expect(login.ok(), await login.text()).toBe(true);
  return reader;
}

async function markRead(request: APIRequestContext, digits: string): Promise<void> {
  const response = await request.post(`${phoneUrl()}/sim/phones/${digits}/read`);
  expect(response.ok()).toBe(true);
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (line) => {
    // The 404 page itself has the status 404, which browsers log.
    const isNotFoundPage =
      line.location().url === page.url() && /404 \(Not Found\)/.test(line.text());
    if (line.type() === "error" && !isNotFoundPage) errors.push(line.text());
  });
  return errors;
}

function phoneUrl(): string {
  const url = process.env["PHONE_URL"];
  if (!url) throw new Error("PHONE_URL is not set; the global setup sets it");
  return url;
}

export { expect };

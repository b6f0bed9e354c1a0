import { test as base, expect, type APIRequestContext, type Page } from "playwright/test";

/** The simulated phone of one subscriber. */
interface Phone {
  /** As a person writes it, +33 6 39 98 …. */
  number: string;
  digits: string;
  /** Its conversation with Matinale, in a page of its own. */
  page: Page;
  /** Its owner looks at everything that has arrived. */
  read(): Promise<void>;
}

interface Fixtures {
  phone: Phone;
  /** Complaints of the browser that a journey provokes on purpose. */
  tolerated: RegExp;
}

/** A page that complains on the console fails its journey. */
export const test = base.extend<Fixtures>({
  // A visitor without a session is told so by a 401, which every browser logs.
  tolerated: [/401 \(Unauthorized\)/, { option: true }],

  page: async ({ page, tolerated }, use) => {
    const complaints = listen(page);
    await use(page);
    expect(complaints.filter((complaint) => !tolerated.test(complaint))).toEqual([]);
  },

  phone: async ({ context, request, tolerated }, use) => {
    const digits = `336${String(Date.now() % 100_000_000).padStart(8, "0")}`;
    const page = await context.newPage();
    const complaints = listen(page);
    await page.goto(`${phoneUrl()}/#${digits}`);
    await use({ number: `+${digits}`, digits, page, read: () => read(request, digits) });
    expect(complaints.filter((complaint) => !tolerated.test(complaint))).toEqual([]);
  },
});

async function read(request: APIRequestContext, digits: string): Promise<void> {
  const answer = await request.post(`${phoneUrl()}/sim/phones/${digits}/read`);
  expect(answer.ok()).toBe(true);
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (line) => {
    // An address without a page has a page that says so, and the status 404, which browsers log.
    const isNoPage = line.location().url === page.url() && /404 \(Not Found\)/.test(line.text());
    if (line.type() === "error" && !isNoPage) complaints.push(line.text());
  });
  return complaints;
}

function phoneUrl(): string {
  const url = process.env["PHONE_URL"];
  if (!url) throw new Error("PHONE_URL is set by the global setup");
  return url;
}

export { expect };

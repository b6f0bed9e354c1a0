import type { Child } from "./child.ts";
import { load } from "./load.ts";

export async function signUp({ port }: Child, people: number, stamp: string) {
  const accounts = Array.from({ length: people }, (_, number) => ({
    email: `bench-${stamp}-${number}@example.org`,
    password: "a password for the bench",
  }));
  for (const account of accounts) {
    // the response is 201, which `load` counts as refused
    const body = JSON.stringify({ ...account, username: account.email.replace(/@.*/, "") });
    const request = { port, path: "/api/signup", method: "POST", body } as const;
    await load(request, { connections: 1, requests: 1 });
  }
  return accounts;
}

export async function logIn(
  { port }: Child,
  credentials: { email: string; password: string },
): Promise<{ cookie: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: "POST",
    body: JSON.stringify(credentials),
    headers: { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
  });
  if (answer.status !== 200) throw new Error(`log-in: ${answer.status} ${await answer.text()}`);
  const [cookie = ""] = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  return { cookie };
}

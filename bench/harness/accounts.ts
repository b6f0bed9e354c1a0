import { createAppClient } from "../../dev/stack/src/demo/app-client.ts";
import type { Child } from "./child.ts";

const clientOf = ({ port }: Child) => createAppClient(`http://127.0.0.1:${port}`);

export async function signUp(gateway: Child, people: number, stamp: string) {
  const accounts = Array.from({ length: people }, (_, number) => ({
    email: `bench-${stamp}-${number}@example.org`,
    password: "a password for the bench",
  }));
  for (const account of accounts) {
    const username = account.email.replace(/@.*/, "");
    await clientOf(gateway).expect("POST /signup", { ...account, username });
  }
  return accounts;
}

export async function logIn(
  gateway: Child,
  credentials: { email: string; password: string },
): Promise<{ cookie: string }> {
  const client = clientOf(gateway);
  await client.expect("POST /login", credentials);
  return { cookie: client.cookie() };
}

import type { Language } from "@matinale/contracts/browser";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { Providers } from "../app/providers.tsx";
import { Site } from "../app/router.tsx";
import { createI18n } from "../i18n/i18n.ts";
import { makeStore } from "../store/make-store.ts";
import { gateway } from "./gateway.ts";

interface Visit {
  language?: Language;
  signedIn?: boolean;
}

/** The whole site at an address, over the fake gateway. */
export async function visit(address: string, { language = "fr", signedIn = false }: Visit = {}) {
  gateway.state.signedIn = signedIn;
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `matinale_signed_in=1; max-age=${signedIn ? 60 : 0}`;
  const store = makeStore();
  let shown = "";
  const Address = () => {
    const { pathname, search } = useLocation();
    shown = pathname + search;
    return null;
  };
  render(
    <Providers store={store} i18n={await createI18n(language)}>
      <MemoryRouter initialEntries={[address]}>
        <Site />
        <Address />
      </MemoryRouter>
    </Providers>,
  );
  return {
    user: userEvent.setup(),
    store,
    address: () => shown,
  };
}

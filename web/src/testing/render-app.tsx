import type { Language } from "@matinale/contracts/browser";
import { render } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import { Fragment, StrictMode, useEffect } from "react";
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { Providers } from "../app/providers.tsx";
import { pageAt, Site } from "../app/router.tsx";
import { createI18n } from "../i18n/i18n.ts";
import { makeStore } from "../store/make-store.ts";
import { gateway } from "./gateway.ts";

interface Visit {
  language?: Language;
  signedIn?: boolean;
  /** A second address that the test opens; its code is loaded before. */
  next?: string;
  /** React runs every effect twice, as in development. */
  strict?: boolean;
}

/** Renders the whole site at an address, with the fake gateway. */
export async function visit(
  address: string,
  { language = "fr", signedIn = false, next, strict = false }: Visit = {},
) {
  gateway.state.signedIn = signedIn;
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `matinale_signed_in=1; max-age=${signedIn ? 60 : 0}`;
  const store = makeStore();
  let shown = "";
  let navigate: NavigateFunction = () => undefined;
  const Address = () => {
    const { pathname, search } = useLocation();
    navigate = useNavigate();
    // In an effect, because React may render an address before the page shows it.
    useEffect(() => {
      shown = pathname + search;
    });
    return null;
  };
  const i18n = await createI18n(language);
  // Compiles the pages now, not while the test waits for their content.
  for (const page of next === undefined ? [address] : [address, next]) {
    await pageAt(new URL(page, location.href).pathname).preload(i18n);
  }
  const Mode = strict ? StrictMode : Fragment;
  render(
    <Mode>
      <Providers store={store} i18n={i18n}>
        <MemoryRouter initialEntries={[address]}>
          <Site />
          <Address />
        </MemoryRouter>
      </Providers>
    </Mode>,
  );
  return {
    // The check reads the computed style of every ancestor, which takes seconds in jsdom.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    store,
    address: () => shown,
    /** « Back » is -1, « forward » is 1. */
    go: (steps: number) => void navigate(steps),
  };
}

import type { i18n as I18n } from "i18next";
import { matchPath, Route, Routes } from "react-router-dom";
import { paths } from "../config/paths.ts";
import { RequireSession } from "../session/require-session.tsx";
import { Layout } from "./layout/layout.tsx";
import { lazyPage } from "./lazy-page.tsx";

const Landing = lazyPage(() => import("./routes/landing-page.tsx"), ["landing"]);
const Login = lazyPage(() => import("./routes/login-page.tsx"), ["auth"]);
const SignUp = lazyPage(() => import("./routes/sign-up-page.tsx"), ["auth"]);
const Account = lazyPage(
  () => import("./routes/account-page.tsx"),
  ["account", "auth", "settings"],
);
const Settings = lazyPage(
  () => import("./routes/settings-page.tsx"),
  ["account", "auth", "settings"],
);
const Subscribe = lazyPage(() => import("./routes/subscribe-page.tsx"), ["subscribe"]);
const MessageStatus = lazyPage(() => import("./routes/message-status-page.tsx"), ["status"]);
const NotFound = lazyPage(() => import("./routes/not-found-page.tsx"), []);

/** Every page at its address, inside the same header. */
export function Site() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.landing} element={<Landing />} />
        <Route path={paths.login} element={<Login />} />
        <Route path={paths.signup} element={<SignUp />} />
        <Route path={paths.account} element={<Account />} />
        <Route path={paths.settings} element={<Settings />} />
        <Route path={paths.subscribe} element={<Subscribe />} />
        <Route element={<RequireSession />}>
          <Route path={paths.messageStatus} element={<MessageStatus />} />
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

const pages = {
  [paths.landing]: Landing,
  [paths.login]: Login,
  [paths.signup]: SignUp,
  [paths.account]: Account,
  [paths.settings]: Settings,
  [paths.subscribe]: Subscribe,
  [paths.messageStatus]: MessageStatus,
};

/** Fetches the page at an address before it is shown. */
export function preloadPage(pathname: string, i18n: I18n): Promise<void> {
  const found = Object.entries(pages).find(([path]) => matchPath(path, pathname));
  return (found?.[1] ?? NotFound).preload(i18n);
}

import { matchPath, Route, Routes } from "react-router-dom";
import { pageTexts } from "../config/page-texts.ts";
import { paths } from "../config/paths.ts";
import { RequireSession } from "../session/require-session.tsx";
import { Layout } from "./layout/layout.tsx";
import { InMainPart } from "./layout/main-part.tsx";
import { lazyPart, type LazyPart } from "./lazy-part.tsx";

const Landing = lazyPart(() => import("./routes/landing-page.tsx"), pageTexts.landing);
const Login = lazyPart(() => import("./routes/login-page.tsx"), pageTexts.login);
const SignUp = lazyPart(() => import("./routes/sign-up-page.tsx"), pageTexts["sign-up"]);
const Account = lazyPart(() => import("./routes/account-page.tsx"), pageTexts.account);
const Settings = lazyPart(() => import("./routes/settings-page.tsx"), pageTexts.settings);
const Subscribe = lazyPart(() => import("./routes/subscribe-page.tsx"), pageTexts.subscribe);
const MessageStatus = lazyPart(
  () => import("./routes/message-status-page.tsx"),
  pageTexts["message-status"],
);
const NotFound = lazyPart(() => import("./routes/not-found-page.tsx"), pageTexts["not-found"]);

/** Every page at its address, inside the same header. */
export function Site() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.landing} element={<Landing />} />
        <Route element={<InMainPart />}>
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

/** The page at an address, to be fetched before it is shown. */
export function pageAt(pathname: string): LazyPart {
  const found = Object.entries(pages).find(([path]) => matchPath(path, pathname));
  return found?.[1] ?? NotFound;
}

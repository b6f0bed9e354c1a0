import { lazy, type ComponentType } from "react";
import { Route, Routes } from "react-router-dom";
import { paths } from "../config/paths.ts";
import { RequireSession } from "../session/require-session.tsx";
import { Layout } from "./layout/layout.tsx";

/** A page in a file of its own, fetched when it is first visited. */
const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load);

const loadLanding = () => import("./routes/landing-page.tsx");

const Landing = page(loadLanding);
const Login = page(() => import("./routes/login-page.tsx"));
const SignUp = page(() => import("./routes/sign-up-page.tsx"));
const Account = page(() => import("./routes/account-page.tsx"));
const Settings = page(() => import("./routes/settings-page.tsx"));
const Subscribe = page(() => import("./routes/subscribe-page.tsx"));
const MessageStatus = page(() => import("./routes/message-status-page.tsx"));
const NotFound = page(() => import("./routes/not-found-page.tsx"));

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

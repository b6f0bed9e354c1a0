import type { ComponentType } from "react";
import type { RouteObject } from "react-router-dom";
import { paths } from "../config/paths.ts";
import { RequireSession } from "../session/require-session.tsx";
import { RouteCrash } from "./crash.tsx";
import { Layout } from "./layout/layout.tsx";
import { PageLoading } from "./layout/page-loading.tsx";

/** A page in a file of its own, fetched when it is first visited. */
const page = (load: () => Promise<{ default: ComponentType }>): RouteObject => ({
  lazy: async () => ({ Component: (await load()).default }),
  HydrateFallback: PageLoading,
  ErrorBoundary: RouteCrash,
});

const pages: RouteObject[] = [
  { path: paths.landing, ...page(() => import("./routes/landing-page.tsx")) },
  { path: paths.login, ...page(() => import("./routes/login-page.tsx")) },
  { path: paths.signup, ...page(() => import("./routes/sign-up-page.tsx")) },
  { path: paths.account, ...page(() => import("./routes/account-page.tsx")) },
  { path: paths.settings, ...page(() => import("./routes/settings-page.tsx")) },
  { path: paths.subscribe, ...page(() => import("./routes/subscribe-page.tsx")) },
  {
    Component: RequireSession,
    children: [
      { path: paths.messageStatus, ...page(() => import("./routes/message-status-page.tsx")) },
    ],
  },
  { path: "*", ...page(() => import("./routes/not-found-page.tsx")) },
];

export const routes: RouteObject[] = [
  { Component: Layout, ErrorBoundary: RouteCrash, children: pages },
];

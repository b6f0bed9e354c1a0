import type { ComponentType } from "react";
import { matchPath, Navigate, useRoutes, type RouteObject } from "react-router-dom";
import { PageLoading } from "../components/page-loading.tsx";
import { paths } from "../config/paths.ts";
import { useSession } from "../session/use-session.ts";
import { Layout } from "./layout/layout.tsx";
import { lazyPage, type LazyPage } from "../components/lazy-page.tsx";
import { routes, type PageRoute } from "./routes.ts";

const files = import.meta.glob<{ default: ComponentType }>("../features/*/*-page.tsx");

function pageOf({ file, texts }: PageRoute): LazyPage<object> {
  const load = files[`../features/${file}.tsx`];
  if (!load) throw new Error(`there is no page features/${file}.tsx`);
  return lazyPage(load, texts);
}

const pages = Object.values<PageRoute>(routes).map((route) => ({ ...route, Page: pageOf(route) }));

const tree: RouteObject[] = [
  {
    element: <Layout />,
    children: pages.map(({ path, session, Page }) => ({
      path,
      // As the gateway, which answers 404 for another spelling.
      caseSensitive: true,
      element: session === "required" ? <SessionPage Page={Page} /> : <Page />,
    })),
  },
];

function SessionPage({ Page }: { Page: ComponentType }) {
  const session = useSession();
  if (session.state === "signedOut") return <Navigate to={paths.login} replace />;
  return session.state === "signedIn" ? <Page /> : <PageLoading />;
}

export const Site = () => useRoutes(tree);

/** The page at an address, so that its code and texts can be loaded before it is shown. */
export function pageAt(pathname: string): LazyPage<object> {
  const found = pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  if (!found) throw new RangeError(`no route matches ${pathname}`);
  return found.Page;
}

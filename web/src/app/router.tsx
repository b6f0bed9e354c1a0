import type { ComponentType } from "react";
import { matchPath, useRoutes, type RouteObject } from "react-router-dom";
import { Layout } from "./layout/layout.tsx";
import { lazyPage, type LazyPage } from "../components/lazy-page.tsx";
import { routes, type PageRoute } from "./routes.ts";

const files = import.meta.glob<{ default: ComponentType }>("../features/*/*-page.tsx");

function pageOf({ file, texts }: PageRoute): LazyPage<object> {
  const load = files[`../features/${file}-page.tsx`];
  if (!load) throw new Error(`there is no page features/${file}-page.tsx`);
  return lazyPage(load, texts);
}

const pages = Object.values<PageRoute>(routes).map((route) => ({ ...route, Page: pageOf(route) }));

const tree: RouteObject[] = [
  {
    element: <Layout />,
    children: pages.map(({ path, Page }) => ({
      path,
      // As the gateway, which answers 404 for another spelling.
      caseSensitive: true,
      element: <Page />,
    })),
  },
];

export const Site = () => useRoutes(tree);

/** The page at an address, so that its code and texts can be loaded before it is shown. */
export function pageAt(pathname: string): LazyPage<object> {
  const found = pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  if (!found) throw new RangeError(`no route matches ${pathname}`);
  return found.Page;
}

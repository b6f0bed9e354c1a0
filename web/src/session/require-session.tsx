import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { PageLoading } from "../components/page-loading.tsx";
import { paths } from "../config/paths.ts";
import { useSession } from "./use-session.ts";

/** Shows its children to signed-in readers and redirects everyone else to the log-in page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.state === "signedOut") return <Navigate to={paths.login} replace />;
  if (session.state === "signedIn") return children;
  return <PageLoading />;
}

import { useCallback, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

interface Link {
  /** Null when the address has none. */
  token: string | null;
  /** Removes the token from the address and from the history of the tab. */
  forget: () => void;
}

/** The token of the mailed link that opened the page. */
export function useLink(): Link {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => search.get("token"));
  const forget = useCallback(
    () => void navigate(pathname, { replace: true }),
    [navigate, pathname],
  );
  return { token, forget };
}

import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/** The token of the mailed link that opened the page; null when the address has none. */
export function useLink() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => search.get("token"));
  /** Removes the token from the address and from the history of the tab. */
  const forget = () => {
    const kept = new URLSearchParams(search);
    kept.delete("token");
    void navigate({ pathname, search: kept.toString() }, { replace: true });
  };
  return { token, forget };
}

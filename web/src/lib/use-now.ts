import { useState } from "react";

/** The instant at which the component appeared; it does not tick. */
export function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}

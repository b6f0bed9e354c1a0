import { useState } from "react";

/** The time of the first render; it does not change afterwards. */
export function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}

import Pool from "undici/lib/dispatcher/pool.js";

/** undici's pool by itself: with it come a browser's fetch and sockets, 4 MB in every replica. */
export { Pool };

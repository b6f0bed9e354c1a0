declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher, Pool } from "undici";
  const request: (
    this: Pool,
    options: Dispatcher.RequestOptions,
  ) => Promise<Dispatcher.ResponseData>;
  export default request;
}

declare module "@evan/opus/wasm/index.js" {
  import type { Encoder } from "@evan/opus";

  const opus: { Encoder: typeof Encoder };
  export default opus;
}

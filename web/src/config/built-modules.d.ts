declare module "virtual:product" {
  import type { Product } from "@matinale/contracts/browser";

  /** Without the incidents, which are loaded by the page that shows them. */
  const product: Omit<Product, "incidents">;
  export default product;
}

declare module "virtual:long-calls" {
  const longCalls: readonly string[];
  export default longCalls;
}

declare module "virtual:response-shapes" {
  import type { Shape } from "@matinale/contracts/browser";

  const shapes: Readonly<Record<string, Shape>>;
  export default shapes;
}

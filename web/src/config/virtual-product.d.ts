declare module "virtual:product" {
  import type { Product } from "@matinale/contracts/browser";

  /** Without the incidents, which are loaded by the page that shows them. */
  const product: Omit<Product, "incidents">;
  export default product;
}

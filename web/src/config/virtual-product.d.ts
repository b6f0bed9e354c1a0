declare module "virtual:product" {
  import type { Product } from "@matinale/contracts/browser";

  const product: Product;
  export default product;
}

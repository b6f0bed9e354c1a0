/** Sections without controls, in one chunk: the browser needs all of them or none. */
export { Categories } from "./categories.tsx";
export { Features } from "./features.tsx";
export { Footer } from "./footer.tsx";
export { Partners } from "./partners.tsx";
export { Testimonials } from "./testimonials.tsx";

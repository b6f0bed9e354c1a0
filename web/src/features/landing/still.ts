/** Sections with nothing to operate, in one file: they are needed together or not at all. */
export { Categories } from "./categories.tsx";
export { Features } from "./features.tsx";
export { Footer } from "./footer.tsx";
export { Partners } from "./partners.tsx";
export { Testimonials } from "./testimonials.tsx";

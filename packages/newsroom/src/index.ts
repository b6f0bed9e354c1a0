export { outletTerms, type Edition, type Source, type Story, type Terms } from "./news.ts";

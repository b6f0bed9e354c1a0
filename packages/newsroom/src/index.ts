export type { Edition, Source, Story } from "./news.ts";

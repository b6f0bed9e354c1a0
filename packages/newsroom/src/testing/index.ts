export { hostileArticles, type HostileArticle } from "./hostile-articles.ts";

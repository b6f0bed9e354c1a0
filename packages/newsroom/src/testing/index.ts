export { articleStory } from "./article-story.ts";
export { hostileArticles, type HostileArticle } from "./hostile-articles.ts";

export { article, articleStory, storyOf } from "./article-story.ts";
export { hostileArticles, type HostileArticle } from "./hostile-articles.ts";

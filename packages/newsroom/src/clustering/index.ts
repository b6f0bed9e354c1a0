export { StoryIndex, type Article } from "./clustering.ts";

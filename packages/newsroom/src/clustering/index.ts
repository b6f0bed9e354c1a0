export { StoryIndex, type Article } from "./clustering.ts";
export { tellingOf, tellsSameEvent, type Telling } from "./same-event.ts";

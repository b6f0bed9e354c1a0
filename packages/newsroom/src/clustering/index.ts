export { StoryIndex, type Article } from "./clustering.ts";
export { preparedStory, reportSameEvent, type PreparedStory } from "./same-event.ts";

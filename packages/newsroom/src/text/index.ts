export { isNews } from "./kicker.ts";
export { plainText } from "./plain-text.ts";

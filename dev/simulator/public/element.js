const SVG = "http://www.w3.org/2000/svg";
const svgTags = new Set(["svg", "use"]);

/**
 * Creates an element with attributes and children. Text always becomes a text node, so that a message is never
 * parsed as markup.
 */
export function element(tag, attributes = {}, ...children) {
  const isSvg = svgTags.has(tag);
  const node = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== ""));
  return node;
}

/** Replaces the children of a node. The focus stays on the one with the same id. */
export function redraw(parent, children) {
  const { id } = document.activeElement;
  parent.replaceChildren(...children);
  if (id) document.getElementById(id)?.focus();
}

export const icon = (name, className = "i") =>
  element(
    "svg",
    { class: className, "aria-hidden": "true" },
    element("use", { href: `/icons.svg#${name}` }),
  );

export const button = (className, onclick, ...children) =>
  element("button", { class: className, type: "button", onclick }, ...children);

export function timeOf(at, locale) {
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(at);
  return element("time", { datetime: new Date(at).toISOString() }, time);
}

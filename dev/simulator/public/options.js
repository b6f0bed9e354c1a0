import { element } from "./element.js";
import { changePhone, setFaults } from "./simulator-api.js";
import { word } from "./words.js";

const phoneOptions = document.querySelector("#phone-options");
const faultOptions = document.querySelector("#fault-options");
/** Initial values of faults with a number. Changed values are kept while the page is open. */
const numbers = { code: 131026, delayMs: 1500, messagesPerSecond: 20, speechCode: 503 };

/** Draws the switches of the phone. */
export function drawPhoneOptions(phone, changed) {
  const rows = ["online", "autoConfirm", "autoRead", "windowOpen"].map((name) =>
    option(name, phone?.[name] ?? false, {
      disabled: phone === undefined,
      toggle: async (on) => {
        await changePhone(phone.digits, { [name]: on });
        await changed();
      },
    }),
  );
  redraw(phoneOptions, rows);
}

/** Draws the switches of the simulated faults. They apply to every phone unless one is chosen. */
export function drawFaultOptions(faults, digits) {
  const toggle = (name, value) => (on) => {
    const { [name]: _, ...rest } = faults;
    return setFaults(on ? { ...rest, [name]: value() } : rest);
  };
  const numbered = (label, name, min, max) => {
    if (faults[name] !== undefined) numbers[name] = faults[name];
    const input = element("input", {
      class: "input num-in",
      type: "number",
      min,
      max,
      value: numbers[name],
      "aria-label": `${word(label)}, ${word(`${label}Hint`)}`,
      id: `${name}-number`,
      onchange: () => {
        if (!input.checkValidity() || input.value === "") return;
        numbers[name] = Number(input.value);
        if (faults[name] !== undefined) void setFaults({ ...faults, [name]: numbers[name] });
      },
    });
    const on = faults[name] !== undefined;
    return option(label, on, { toggle: toggle(name, () => numbers[name]), input });
  };
  const plain = (label, name) =>
    option(label, faults[name] === true, { toggle: toggle(name, () => true) });
  redraw(faultOptions, [
    numbered("refuse", "code", 0, 9_999_999),
    numbered("delay", "delayMs", 0, 600_000),
    plain("drop", "dropAnswer"),
    plain("duplicate", "duplicateWebhooks"),
    plain("shuffle", "shuffleWebhooks"),
    numbered("limit", "messagesPerSecond", 1, 1000),
    numbered("mute", "speechCode", 400, 599),
    option("only", faults.to !== undefined, {
      disabled: digits === undefined && faults.to === undefined,
      toggle: toggle("to", () => digits),
    }),
  ]);
}

function option(name, on, { toggle, input = "", disabled = false }) {
  const button = element("button", {
    class: "switch",
    type: "button",
    role: "switch",
    id: `${name}-switch`,
    "aria-checked": String(on),
    "aria-labelledby": `${name}-name`,
    "aria-describedby": `${name}-hint`,
    "data-state": on ? "checked" : "unchecked",
    disabled,
    onclick: () => void toggle(!on),
  });
  return element(
    "div",
    { class: "opt" },
    element(
      "label",
      { for: `${name}-switch` },
      element("b", { id: `${name}-name` }, word(name)),
      element("span", { class: "muted", id: `${name}-hint` }, word(`${name}Hint`)),
    ),
    element("span", { class: "ctl" }, input, button),
  );
}

/** Replaces the rows and keeps the focus. */
function redraw(container, rows) {
  const focused = container.contains(document.activeElement) ? document.activeElement.id : "";
  container.replaceChildren(...rows);
  if (focused) document.querySelector(`#${focused}`)?.focus();
}

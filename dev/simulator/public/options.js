import { element } from "./element.js";
import { changePhone, setFaults } from "./simulator-api.js";
import { word } from "./words.js";

/** Switches of simulated faults: the name of the text, the fault, and for faults with a number its range. */
const faultOptions = [
  { label: "refuse", fault: "code", min: 0, max: 9_999_999 },
  { label: "delay", fault: "delayMs", min: 0, max: 600_000 },
  { label: "drop", fault: "dropAnswer" },
  { label: "duplicate", fault: "duplicateWebhooks" },
  { label: "shuffle", fault: "shuffleWebhooks" },
  { label: "limit", fault: "messagesPerSecond", min: 1, max: 1000 },
  { label: "mute", fault: "speechCode", min: 400, max: 599 },
  { label: "refuseMail", fault: "mailCode", min: 400, max: 599 },
  { label: "only", fault: "to" },
];
/** Initial values of faults with a number. Changed values are kept while the page is open. */
const numbers = {
  code: 131026,
  delayMs: 1500,
  messagesPerSecond: 20,
  speechCode: 503,
  mailCode: 451,
};

export function drawPhoneOptions(phone) {
  const rows = ["online", "autoConfirm", "autoRead", "windowOpen"].map((name) =>
    option(name, phone?.[name] ?? false, (on) => changePhone(phone.digits, { [name]: on }), {
      disabled: phone === undefined,
    }),
  );
  redraw("#phone-options", rows);
}

/** Draws the switches of the simulated faults. They apply to every phone unless one is chosen. */
export function drawFaultOptions(faults, digits) {
  const rows = faultOptions.map(({ label, fault, min, max }) => {
    const { [fault]: current, ...others } = faults;
    if (fault in numbers) numbers[fault] = current ?? numbers[fault];
    const value = () => (fault === "to" ? digits : (numbers[fault] ?? true));
    const toggle = (on) => setFaults(on ? { ...others, [fault]: value() } : others);
    const onchange = ({ target }) => {
      if (!target.checkValidity() || target.value === "") return;
      numbers[fault] = Number(target.value);
      if (current !== undefined) void toggle(true);
    };
    const input = element("input", {
      class: "input number",
      type: "number",
      min,
      max,
      value: numbers[fault],
      "aria-label": `${word(label)}, ${word(`${label}Hint`)}`,
      id: `${fault}-number`,
      onchange,
    });
    return option(label, current !== undefined, toggle, {
      input: fault in numbers ? input : "",
      disabled: fault === "to" && digits === undefined && current === undefined,
    });
  });
  redraw("#fault-options", rows);
}

function option(name, checked, toggle, { input = "", disabled }) {
  const id = `${name}-switch`;
  const onchange = ({ target }) => void toggle(target.checked);
  return element(
    "div",
    { class: "option" },
    element(
      "label",
      { for: id },
      element("b", {}, word(name)),
      element("span", { class: "muted xs" }, word(`${name}Hint`)),
    ),
    input,
    element("input", {
      class: "switch",
      type: "checkbox",
      role: "switch",
      id,
      checked,
      disabled,
      onchange,
    }),
  );
}

/** Replaces the rows and keeps the focus. */
function redraw(selector, rows) {
  const { id } = document.activeElement;
  document.querySelector(selector).replaceChildren(...rows);
  if (id) document.querySelector(`#${id}`)?.focus();
}

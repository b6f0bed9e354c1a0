import { element, redraw } from "./element.js";
import { changePhone, setFaults } from "./simulator-api.js";
import { word } from "./words.js";

/** Switches of simulated faults: the name of the text, the fault, its value, and the range of a value to choose. */
const faultOptions = [
  { label: "refuse", fault: "code", value: 131026, min: 0, max: 9_999_999 },
  { label: "delay", fault: "delayMs", value: 1500, min: 0, max: 600_000 },
  { label: "drop", fault: "dropAnswer", value: true },
  { label: "duplicate", fault: "duplicateWebhooks", value: true },
  { label: "shuffle", fault: "shuffleWebhooks", value: true },
  { label: "limit", fault: "messagesPerSecond", value: 20, min: 1, max: 1000 },
  { label: "mute", fault: "speechCode", value: 503, min: 400, max: 599 },
  { label: "refuseMail", fault: "mailCode", value: 451, min: 400, max: 599 },
  { label: "only", fault: "to" },
];

export function drawPhoneOptions(phone) {
  const rows = ["online", "autoConfirm", "autoRead", "windowOpen"].map((name) =>
    option(name, phone?.[name] ?? false, (on) => changePhone(phone.digits, { [name]: on }), {
      disabled: phone === undefined,
    }),
  );
  redraw(document.querySelector("#phone-options"), rows);
}

/** Draws the switches of the simulated faults. They apply to every phone unless one is chosen. */
export function drawFaultOptions(faults, digits) {
  const rows = faultOptions.map((each) => {
    const { label, fault, min } = each;
    const { [fault]: current, ...others } = faults;
    const isOn = current !== undefined;
    if (isOn && min !== undefined) each.value = current;
    const value = () => (fault === "to" ? digits : each.value);
    const toggle = (on) => setFaults(on ? { ...others, [fault]: value() } : others);
    return option(label, isOn, toggle, {
      input: min === undefined ? "" : numberOf(each, () => isOn && toggle(true)),
      disabled: !isOn && value() === undefined,
    });
  });
  redraw(document.querySelector("#fault-options"), rows);
}

/** A chosen value is kept while the page is open. */
function numberOf(each, changed) {
  const { label, fault, value, min, max } = each;
  const onchange = ({ target }) => {
    if (!target.checkValidity() || target.value === "") return;
    each.value = Number(target.value);
    void changed();
  };
  return element("input", {
    class: "input number",
    type: "number",
    id: `${fault}-number`,
    "aria-label": `${word(label)}, ${word(`${label}Hint`)}`,
    min,
    max,
    value,
    onchange,
  });
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

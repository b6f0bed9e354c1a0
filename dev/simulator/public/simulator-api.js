async function call(method, path, body) {
  const response = await fetch(`/sim${path}`, { method, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

export const listPhones = () => call("GET", "/phones");
export const listMessages = (digits) => call("GET", `/phones/${digits}/messages`);
export const changePhone = (digits, state) => call("PUT", `/phones/${digits}`, state);
export const write = (digits, text) => call("POST", `/phones/${digits}/messages`, { text });
export const tap = (digits, button) => call("POST", `/phones/${digits}/messages`, { button });
export const markRead = (digits, id) => call("POST", `/phones/${digits}/read`, { id });
export const markPlayed = (digits, id) => call("POST", `/phones/${digits}/played`, { id });
export const listMail = () => call("GET", "/mail");
export const readFaults = () => call("GET", "/faults");
export const setFaults = (faults) => call("PUT", "/faults", faults);
export const callsSince = (epochMs) => call("GET", `/log?since=${epochMs}`);

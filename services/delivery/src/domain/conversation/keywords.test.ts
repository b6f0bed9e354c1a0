import { expect, test } from "vitest";
import { listed } from "../../testing/listed.ts";
import { commandOf, listenPayload, tappedDelivery } from "./keywords.ts";

test.each([
  ["START", "start"],
  [" Start ! ", "start"],
  ["START-", "start"],
  ["Reprendre.", "start"],
  ["Je voudrais reprendre", "start"],
  ["Reprends !", "start"],
  ["Commencer", "start"],
  ["START Matinale", "start"],
  ["Aide-moi", "help"],
  ["Menu?", "menu"],
  ["AIDE", "help"],
  ["help!", "help"],
  ["Encore…", "more"],
  ["Encore, s’il te plaît", "more"],
  ["more", "more"],
  ["plus", "more"],
  ["La suite !", "more"],
  ["suite", "more"],
  ["Next", "more"],
  ["Écouter", "listen"],
  ["LISTEN", "listen"],
])("reads %s as %s", (text, name) => {
  expect(commandOf(text)).toEqual({ name });
});

test.each(["START-34LCCCAK", "bonjour, start 34lcccak svp"])("keeps the letters of %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "start", code: "34LCCCAK" });
});

test.each(["START-7KQ2MX", "start 7kq2mx", "Start – 7kq2mx."])("reads the code of %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "start", code: "7KQ2MX" });
});

test.each(
  listed(`
    Oui | OUI ! | oui oui | ouiiii | oui 👍 | 👍 | 👍🏽 | 👌 | Oui merci | oui, d’accord | Oui je confirme
    ok | OK. | okay | Ok merci | d’accord | D'ACCORD | bien sûr | ça marche | je confirme | confirmer
    yes | Yes please | yep | yes, of course | sure | confirm | I confirm | I agree | Hello, yes | ok go
  `),
)("reads consent in %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "yes" });
});

test.each(["START STOP", "start/stop?", "start menu"])(
  "reads no code and no START in %s",
  (text) => {
    expect(commandOf(text)).toBeNull();
  },
);

test.each(
  listed(`
    Oui ? | OK? | Comment ça marche ? | Bonjour, comment ça marche | Comment confirmer | Pouvez-vous confirmer
    How do I confirm? | Can you confirm | Кто это, ok | مين؟ ok | 👍?
  `),
)("reads no consent in %s", (text) => {
  expect(commandOf(text)).toBeNull();
});

test.each([
  ["Merci", "thanks"],
  ["merci beaucoup !", "thanks"],
  ["Encore merci !", "thanks"],
  ["Thank you so much", "thanks"],
  ["🙏", "thanks"],
  ["❤️", "thanks"],
  ["Bonjour", "hello"],
  ["bonjour !!", "hello"],
  ["Bonsoir, comment ça va ?", "hello"],
  ["Hello", "hello"],
  ["Good morning", "hello"],
  ["👋🏻", "hello"],
])("reads small talk in %s", (text, name) => {
  expect(commandOf(text)).toEqual({ name });
});

test.each([
  ["PLUS 3", 3],
  ["plus 3", 3],
  ["plus3", 3],
  ["Plus sur le 3", 3],
  ["MORE 12", 12],
  ["more on 3, please", 3],
  ["Tell me more about story 3", 3],
  ["la 3", 3],
  ["le 3", 3],
  ["le sujet n° 3", 3],
  ["n°3", 3],
  ["story 3", 3],
  ["number 3", 3],
  ["#3", 3],
  ["3", 3],
  ["3️⃣", 3],
])("reads the number of a story in %s", (text, number) => {
  expect(commandOf(text)).toEqual({ name: "story", number });
});

test.each([
  ["PAUSE 3 J", { days: 3 }],
  ["⏸️ Pause 2 j 🙏", { days: 2 }],
  ["je voudrais faire une pause d’une semaine", { days: 7 }],
  ["Pause", null],
])("reads the length of %s", (text, length) => {
  expect(commandOf(text)).toEqual({ name: "pause", length });
});

test.each(
  listed(`
    ALERTES NON | alertes non | Alerte off | ALERTES OFF ! | stop alertes | Stop aux alertes | pas d’alertes | Plus d’alertes, merci
    Arrêter les alertes | Je voudrais désactiver les alertes | je ne souhaite plus d’alertes | I do not want alerts | je ne veux plus d’alertes | Arrêtez les alertes svp
    ALERTS OFF | alerts off please | no alerts | No more alerts | Stop the alerts | turn off alerts | I’d like to turn alerts off
  `),
)("turns alerts off by %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "alerts", on: false });
});

test.each(
  listed(`
    ALERTES OUI | alertes oui | Alertes ON | activer les alertes | Je souhaite réactiver les alertes | Je veux des alertes
    ALERTS ON | alerts on | Turn on alerts | please turn alerts on | resume alerts | How do I turn on alerts?
  `),
)("turns alerts on by %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "alerts", on: true });
});

test.each([
  "",
  "?",
  "alertes",
  "Alerte enlèvement ?",
  "Alerte info",
  "alerts?",
  "😡",
  "Όχι 👍",
  "starting now please",
  "constructor",
  "pauser",
  "helpful",
  "0",
  "2026",
  "3 ministres",
  "49-3",
  "Pourquoi le blé baisse ?",
  "Et le match ?",
  "Oui mais pourquoi ?",
])("reads no command in: %s", (text) => {
  expect(commandOf(text)).toBeNull();
});

test("reads the delivery of a tap", () => {
  expect(tappedDelivery(listenPayload("0f3a"))).toBe("0f3a");
  expect(tappedDelivery("LISTEN:")).toBeNull();
  expect(tappedDelivery("OTHER:1")).toBeNull();
});

import { describe, expect, test } from "vitest";
import { commandOf, listenPayload, tappedDelivery } from "./keywords.ts";

test.each([
  ["START", "start"],
  [" Start ! ", "start"],
  ["START-", "start"],
  ["Reprendre.", "start"],
  ["Je voudrais reprendre", "start"],
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

test.each(["START-7KQ2MX", "start 7kq2mx", "Start – 7kq2mx."])("reads the code of %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "start", code: "7KQ2MX" });
});

describe("a request to leave", () => {
  const leaving = [
    [
      "STOP",
      "« stop »",
      "Stop.",
      "stop!!!",
      "STOOOOP",
      "ＳＴＯＰ",
      "ST\u200bOP\u200f",
      "STOP STOP stop",
      "🛑 stop ✋🏽",
    ],
    [
      "STOP svp",
      "stop please",
      "please stop",
      "Stop, merci",
      "stop now",
      "Bonjour, stop",
      "OK stop",
      "stop ?",
    ],
    [
      "stop all",
      "STOPALL",
      "Stop everything!",
      "stop it",
      "stop tout",
      "stop Matinale",
      "stop SMS",
    ],
    [
      "stop sending me messages",
      "stop texting me",
      "Stop messaging me please",
      "stop these messages",
    ],
    [
      "Arrêt",
      "ARRET",
      "arre\u0302t\u00a0!",
      "arrête",
      "Arrête tout !",
      "arrêter",
      "Tout arrêter",
      "arrêt…",
    ],
    [
      "Arrêtez, s’il vous plaît !",
      "arrêtez tout",
      "Arrêtez de m’écrire",
      "Arrêtez les messages",
      "j’arrête",
    ],
    [
      "je veux arrêter",
      "Je voudrais arrêter svp",
      "Bonjour, je souhaite arrêter",
      "Comment arrêter ?",
    ],
    [
      "désinscription",
      "Désinscription SVP",
      "désinscrire",
      "me désinscrire",
      "Désinscrivez-moi",
      "je me désinscris",
    ],
    [
      "se désabonner",
      "désabonner",
      "désabonnement",
      "Désabonnez-moi",
      "je veux me désabonner",
      "Je me désabonne.",
    ],
    [
      "Merci de me désabonner",
      "Veuillez me désabonner",
      "Pouvez-vous me désinscrire ?",
      "Comment me désabonner ?",
    ],
    [
      "résilier",
      "Résiliation",
      "résilier mon abonnement",
      "Je souhaite résilier",
      "annuler",
      "annuler l’abonnement",
    ],
    [
      "Annuler mon abonnement",
      "annulation",
      "quitter",
      "fin",
      "je ne veux plus recevoir de messages",
    ],
    [
      "quit",
      "Cancel",
      "end",
      "END.",
      "unsubscribe",
      "UNSUBSCRIBE ME",
      "opt out",
      "Opt-out",
      "optout",
      "revoke",
    ],
    [
      "cancel my subscription",
      "end my subscription",
      "I want to stop",
      "I'd like to unsubscribe",
      "How do I cancel?",
    ],
    [
      "Can you unsubscribe me please?",
      "Hi, please remove me from your list",
      "no more messages",
      "don’t text me",
    ],
  ].flat();

  test.each(leaving)("is %s", (text) => {
    expect(commandOf(text)).toEqual({ name: "stop" });
  });

  const staying = [
    [
      "Stop aux violences ?",
      "Stop aux violences",
      "stop the press",
      "Stop the war",
      "Stop Ebola",
      "stop thanking me",
    ],
    [
      "ne m’arrête pas",
      "N’arrêtez pas !",
      "don’t stop",
      "Please don't stop",
      "do not stop",
      "never stop",
      "non-stop",
    ],
    [
      "Stop ou encore ?",
      "bus stop",
      "stop and frisk",
      "one-stop shop",
      "stop motion",
      "pit stop",
      "full stop",
    ],
    [
      "arrêt cardiaque",
      "Arrêt maladie",
      "un arrêt de travail",
      "L’arrêt des réacteurs",
      "arrêt de bus",
      "Arrêts de jeu",
    ],
    [
      "Arrêtez le massacre",
      "Qui a été arrêté ?",
      "arrêtés",
      "Pourquoi arrêter le nucléaire ?",
      "arrestation",
    ],
    [
      "The end",
      "End of the world?",
      "end the war",
      "the weekend",
      "I want to end it all",
      "end it",
      "fin de la guerre",
    ],
    [
      "cancel culture",
      "Cancel the trial?",
      "Is the match cancelled?",
      "Annulation du concert ?",
      "annuler la dette",
    ],
    [
      "quit smoking",
      "Johnson quits",
      "Le ministre quitte le gouvernement ?",
      "J’ai quitté Paris",
      "opt out of what?",
    ],
    [
      "Comment résilier un bail ?",
      "résilier mon forfait",
      "Désabonnements chez Netflix",
      "désinscrire un élève",
    ],
    [
      "je ne veux pas arrêter",
      "I don’t want to stop",
      "I do not want to unsubscribe",
      "Ne me désabonnez pas",
    ],
    [
      "Pourquoi le blé baisse ?",
      "Le cessez-le-feu va-t-il s’arrêter ?",
      "Plus de détails",
      "no",
      "non",
    ],
  ].flat();

  test.each(staying)("is not %s", (text) => {
    expect(commandOf(text)?.name).not.toBe("stop");
  });

  test("is tested with many messages", () => {
    expect(leaving.length).toBeGreaterThanOrEqual(60);
    expect(staying.length).toBeGreaterThanOrEqual(40);
  });
});

test.each(
  [
    [
      "Oui",
      "OUI !",
      "oui oui",
      "ouiiii",
      "oui 👍",
      "👍",
      "👍🏽",
      "👌",
      "Oui merci",
      "oui, d’accord",
      "Oui je confirme",
    ],
    [
      "ok",
      "OK.",
      "okay",
      "Ok merci",
      "d’accord",
      "D'ACCORD",
      "bien sûr",
      "ça marche",
      "je confirme",
      "confirmer",
    ],
    [
      "yes",
      "Yes please",
      "yep",
      "yes, of course",
      "sure",
      "confirm",
      "I confirm",
      "I agree",
      "Hello, yes",
      "ok go",
    ],
  ].flat(),
)("reads consent in %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "yes" });
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

test.each([
  "",
  "?",
  "😡",
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

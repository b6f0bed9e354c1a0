import { expect, test } from "vitest";
import { listed } from "../../testing/listed.ts";
import { commandOf } from "./keywords.ts";

const leaving = listed(`
  STOP | stopp | « stop » | Stop. | stop!!! | STOOOOP | ＳＴＯＰ | ST\u200bOP\u200f | STOP STOP stop | 🛑 stop ✋🏽
  STOP svp | stop please | please stop | Stop, merci | stop now | Bonjour, stop | OK stop | stop ?
  stop all | STOPALL | Stop everything! | stop it | stop tout | stop Matinale | stop SMS
  S.T.O.P | s t o p | Stop ça | Merci d’arrêter | Arrête de m’écrire | arrête de m’envoyer des messages | unsubscribe all
  Merci de ne plus m’envoyer de messages | Je ne veux plus de vos messages | please stop sending me these
  stop sending me messages | stop texting me | Stop messaging me please | stop these messages
  Arrêt | ARRET | arre\u0302t\u00a0! | arrête | Arrête tout ! | arrêter | Tout arrêter | arrêt…
  Arrêtez, s’il vous plaît ! | arrêtez tout | Arrêtez de m’écrire | Arrêtez les messages | j’arrête
  je veux arrêter | Je voudrais arrêter svp | Bonjour, je souhaite arrêter | Comment arrêter ?
  désinscription | Désinscription SVP | désinscrire | me désinscrire | Désinscrivez-moi | je me désinscris
  se désabonner | désabonner | désabonnement | Désabonnez-moi | je veux me désabonner | Je me désabonne.
  Merci de me désabonner | Veuillez me désabonner | Pouvez-vous me désinscrire ? | Comment me désabonner ?
  résilier | Résiliation | résilier mon abonnement | Je souhaite résilier | annuler | annuler l’abonnement
  Annuler mon abonnement | annulation | quitter | fin | je ne veux plus recevoir de messages
  quit | Cancel | end | END. | unsubscribe | UNSUBSCRIBE ME | opt out | Opt-out | optout | revoke
  cancel my subscription | end my subscription | I want to stop | I'd like to unsubscribe | How do I cancel?
  Je ne souhaite plus recevoir de messages | Bonjour, je ne souhaite plus recevoir vos messages, merci | Je ne désire plus rien recevoir
  Je ne veux pas recevoir de messages | I do not want any more messages | I no longer want to receive messages | Please do not text me
  Annule mon abonnement | Supprimez mon numéro svp | Merci de supprimer mon numéro | please remove my number
  Can you unsubscribe me please? | Hi, please remove me from your list | no more messages | don’t text me
  Je ne veux plus recevoir ces messages | Je ne souhaite plus de ces messages | Je ne souhaite plus recevoir les messages
  Bonjour, je ne veux plus recevoir vos éditions | I don’t want these messages | I do not want to receive these messages
  Stop promotions | STOP PROMOTIONS | Stop promotions, please | Stop promos | Opt-out of promotions
  Arrêter les promotions | Arrêter promotions | Arrêtez les promotions | Stopper les promotions
  Arrêt des promotions | Ne plus recevoir de promotions | Se désabonner des promotions
`);

test.each(leaving)("%s is a request to leave", (text) => {
  expect(commandOf(text)).toEqual({ name: "stop" });
});

const staying = listed(`
  Stop aux violences ? | Stop aux violences | stop the press | Stop the war | Stop Ebola | stop thanking me
  ne m’arrête pas | N’arrêtez pas ! | don’t stop | Please don't stop | do not stop | never stop | non-stop
  Stop ou encore ? | bus stop | stop and frisk | one-stop shop | stop motion | pit stop | full stop
  arrêt cardiaque | Arrêt maladie | un arrêt de travail | L’arrêt des réacteurs | arrêt de bus | Arrêts de jeu
  Arrêtez le massacre | Qui a été arrêté ? | arrêtés | Pourquoi arrêter le nucléaire ? | arrestation
  The end | End of the world? | end the war | the weekend | I want to end it all | end it | fin de la guerre
  cancel culture | Cancel the trial? | Is the match cancelled? | Annulation du concert ? | annuler la dette
  quit smoking | Johnson quits | Le ministre quitte le gouvernement ? | J’ai quitté Paris | opt out of what?
  Comment résilier un bail ? | résilier mon forfait | Désabonnements chez Netflix | désinscrire un élève
  je ne veux pas arrêter | Je ne souhaite pas me désabonner | I no longer want to unsubscribe | do not cancel the trial
  je ne souhaite plus de détails | I don’t want to stop | I do not want to unsubscribe | Ne me désabonnez pas
  Pourquoi le blé baisse ? | Le cessez-le-feu va-t-il s’arrêter ? | Plus de détails | no | non
`);

test.each(staying)("%s is no request to leave", (text) => {
  expect(commandOf(text)?.name).not.toBe("stop");
});

test("both lists have many messages", () => {
  expect(leaving.length).toBeGreaterThanOrEqual(60);
  expect(staying.length).toBeGreaterThanOrEqual(40);
});

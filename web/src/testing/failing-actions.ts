import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { fail, internalError } from "./failures.ts";
import { camille, premium } from "./fixtures.ts";
import { gateway } from "./gateway.ts";

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: RegExp) => {
  const found = await button(name);
  await waitFor(() => expect(found).toBeEnabled());
  fireEvent.click(found);
};
const openTab = async (name: RegExp) =>
  fireEvent.mouseDown(await screen.findByRole("tab", { name }), { button: 0 });
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

interface Action {
  call: string;
  page: string;
  visitor?: true;
  prepare?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  title: string;
  /** Toast when the server sends no message; by default that of every page. */
  text?: string;
  /** Toasts by failure, where the page ignores the server's message; `text` for the other failures. */
  own?: Record<string, string>;
  readsBody?: true;
  /** Changes the state of the fake gateway before the visit. */
  before?: () => void;
  /** Address after the call when the session has ended; the log-in by default. */
  leadsTo?: string;
  /** Title of the toast when the session has ended. */
  endTitle?: string;
}

export const unexpected = "Le serveur n’a pas répondu comme prévu. Réessayez dans un instant.";

/** The state of the fake gateway with which each action is possible. */
export function prepareActions(): void {
  gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1", profilePicture: "/media/1" };
  gateway.state.subscription = {
    ...premium,
    graceEndsAt: "2036-12-21T08:00:00Z",
    updateCardUrl: "/card",
  };
}

/** Every call that a page makes after an action of the reader. */
export const actions: Action[] = [
  {
    call: "POST login",
    page: "/login?email=camille@exemple.fr",
    visitor: true,
    prepare: () => type("Mot de passe", "correct horse"),
    act: () => press(/^Se connecter$/),
    title: "Connexion impossible",
    text: "Le serveur ne répond pas. Réessayez dans un instant.",
    own: {
      "not found": "Invalid email or password",
      "too many calls": "Panne de l’autre côté.",
    },
  },
  {
    call: "POST signup",
    page: "/signup?email=camille@exemple.fr",
    visitor: true,
    prepare: async () => {
      await type("Nom d’utilisateur", "camille");
      await type("Mot de passe", "correct horse");
    },
    act: () => press(/^Créer mon compte$/),
    title: "Inscription impossible",
    text: "Votre compte n’a pas été créé. Réessayez dans un instant.",
    own: { "too many calls": "Panne de l’autre côté." },
  },
  {
    call: "POST request-password-reset",
    page: "/forgot-password",
    visitor: true,
    prepare: () => type("Adresse e-mail", "camille@exemple.fr"),
    act: () => press(/^Continuer$/),
    title: "Rien n’a été envoyé",
  },
  {
    call: "POST reset-password",
    page: "/reset-password?token=abc",
    visitor: true,
    prepare: () => type("Nouveau mot de passe", "battery staple"),
    act: () => press(/^Enregistrer le mot de passe$/),
    title: "Le mot de passe n’a pas été changé",
  },
  {
    call: "POST reset-password",
    page: "/forgot-password",
    visitor: true,
    prepare: async () => {
      await type("Adresse e-mail", "camille@exemple.fr");
      fireEvent.click(await screen.findByRole("radio", { name: "Un code sur WhatsApp" }));
      await press(/^Continuer$/);
      await type("Code à 6 chiffres", "123456");
      await type("Nouveau mot de passe", "battery staple");
    },
    act: () => press(/^Enregistrer le mot de passe$/),
    title: "Le mot de passe n’a pas été changé",
  },
  {
    call: "POST send-verification",
    page: "/settings",
    before: () => {
      gateway.state.me = { ...camille, emailVerified: false };
    },
    act: () => press(/^Renvoyer$/),
    title: "L’e-mail n’est pas parti",
  },
  {
    call: "DELETE user/pending-email",
    page: "/settings",
    before: () => {
      gateway.state.me = { ...camille, pendingEmail: "c@exemple.fr" };
    },
    prepare: () => openTab(/^Profil$/),
    act: () => press(/^Annuler le changement$/),
    title: "Le changement n’a pas été annulé",
  },
  {
    call: "POST change-password",
    page: "/settings",
    prepare: async () => {
      await openTab(/^Profil$/);
      await type("Mot de passe actuel", "correct horse");
      await type("Nouveau mot de passe", "battery staple");
    },
    act: () => press(/^Changer le mot de passe$/),
    title: "Le mot de passe n’a pas été changé",
  },
  {
    call: "DELETE sessions/session-2",
    page: "/settings",
    prepare: () => openTab(/^Profil$/),
    act: () => press(/^Déconnecter Chrome, Android$/),
    title: "L’appareil n’a pas été déconnecté",
  },
  {
    call: "POST logout-everywhere",
    page: "/settings",
    prepare: () => openTab(/^Profil$/),
    act: () => press(/^Se déconnecter partout$/),
    title: "Aucun appareil n’a été déconnecté",
  },
  {
    call: "PATCH user/preferences",
    page: "/settings",
    act: () => press(/^Enregistrer$/),
    title: "Rien n’a été enregistré",
    text: "Vos réglages n’ont pas pu être enregistrés. Réessayez dans un instant.",
  },
  {
    call: "POST user/categories",
    page: "/settings",
    act: async () => fireEvent.click(await screen.findByRole("switch", { name: "Culture" })),
    title: "Vos catégories n’ont pas changé",
    text: "Ce changement n’a pas pu être enregistré. Réessayez dans un instant.",
  },
  {
    call: "DELETE user/categories/1",
    page: "/settings",
    act: async () => fireEvent.click(await screen.findByRole("switch", { name: "Politique" })),
    title: "Vos catégories n’ont pas changé",
    text: "Ce changement n’a pas pu être enregistré. Réessayez dans un instant.",
  },
  {
    call: "POST user/whatsapp/connect",
    page: "/settings",
    prepare: () => type("Changer de numéro", "+33639980001"),
    act: () => press(/^Changer$/),
    title: "Le numéro n’a pas été relié",
    text: "WhatsApp n’a pas pu être relié à ce numéro. Réessayez dans un instant.",
  },
  {
    call: "GET preview-news",
    page: "/settings",
    act: () => press(/^Aperçu$/),
    title: "Aperçu indisponible",
    text: "L’aperçu n’a pas pu être préparé. Réessayez dans un instant.",
    readsBody: true,
  },
  {
    call: "POST deliver-news",
    page: "/settings",
    act: () => press(/^Recevoir une édition maintenant$/),
    title: "L’édition n’est pas partie",
    text: "Elle n’a pas pu être envoyée. Réessayez dans un instant.",
    readsBody: true,
  },
  {
    call: "PATCH user/profile",
    page: "/settings",
    prepare: () => openTab(/^Profil$/),
    act: () => press(/^Enregistrer$/),
    title: "Rien n’a été enregistré",
    text: "Vos réglages n’ont pas pu être enregistrés. Réessayez dans un instant.",
  },
  {
    call: "POST user/profile-picture",
    page: "/settings",
    prepare: () => openTab(/^Profil$/),
    act: async () => {
      const chooser = await screen.findByLabelText("Changer la photo", { selector: "input" });
      fireEvent.change(chooser, { target: { files: [new File(["p"], "p.png")] } });
    },
    title: "La photo n’a pas été changée",
    text: "Elle n’a pas pu être enregistrée. Réessayez dans un instant.",
  },
  {
    call: "DELETE user/profile-picture",
    page: "/settings",
    prepare: () => openTab(/^Profil$/),
    act: () => press(/^Retirer$/),
    title: "Rien n’a été enregistré",
  },
  {
    call: "POST logout",
    page: "/settings",
    act: async () => {
      fireEvent.keyDown(await button(/Menu du compte$/), { key: "Enter" });
      fireEvent.click(await screen.findByRole("menuitem", { name: "Se déconnecter" }));
    },
    title: "Un problème est survenu",
    own: {},
    leadsTo: "/",
    endTitle: "À bientôt",
  },
  {
    call: "POST automation/start",
    page: "/message-status",
    act: () => press(/^Démarrer l’envoi$/),
    title: "L’envoi automatique n’a pas démarré",
    text: "Il n’a pas pu être démarré. Réessayez dans un instant.",
  },
  {
    call: "POST automation/stop",
    page: "/message-status",
    before: () => {
      gateway.state.running = true;
    },
    act: () => press(/^Arrêter l’envoi$/),
    title: "L’envoi automatique ne s’est pas arrêté",
    text: "Il n’a pas pu être arrêté. Réessayez dans un instant.",
  },
  {
    call: "POST deliver-news",
    page: "/message-status",
    act: () => press(/^Recevoir une édition maintenant$/),
    title: "L’édition n’est pas partie",
    text: "Elle n’a pas pu être envoyée. Réessayez dans un instant.",
    readsBody: true,
  },
  {
    call: "POST cancel-subscription",
    page: "/account",
    prepare: async () => {
      await openTab(/^Abonnement$/);
      await press(/^Résilier$/);
    },
    act: () => press(/^Résilier$/),
    title: "L’abonnement n’a pas été résilié",
  },
  {
    call: "POST update-card-link",
    page: "/account",
    prepare: () => openTab(/^Abonnement$/),
    act: () => press(/^Changer de carte$/),
    title: "La carte n’a pas été changée",
    readsBody: true,
  },
  {
    call: "POST billing-details-link",
    page: "/account",
    prepare: () => openTab(/^Abonnement$/),
    act: () => press(/^Carte et adresse$/),
    title: "La page n’a pas pu s’ouvrir",
    readsBody: true,
  },
  {
    call: "POST resume-subscription",
    page: "/account",
    before: () => {
      const { subscription } = gateway.state;
      const cancelAt = subscription.currentPeriodEnd;
      gateway.state.subscription = { ...subscription, status: "canceled", cancelAt };
    },
    prepare: () => openTab(/^Abonnement$/),
    act: () => press(/^Reprendre l’abonnement$/),
    title: "L’abonnement n’a pas repris",
  },
  {
    call: "GET user/export",
    page: "/account",
    act: () => press(/^Télécharger mes données$/),
    title: "Téléchargement impossible",
    readsBody: true,
  },
  {
    call: "POST create-payment-intent",
    page: "/subscribe",
    before: () => {
      gateway.state.me = camille;
      gateway.state.subscription = { ...premium, stripeSubscriptionId: null };
      fail("POST create-payment-intent", internalError);
    },
    act: () => press(/^Réessayer$/),
    title: "L’abonnement n’a pas été créé",
    text: "L’abonnement n’a pas pu être créé. Réessayez dans un instant.",
    readsBody: true,
    leadsTo: "/login?redirect=subscribe",
    endTitle: "Connectez-vous pour choisir une formule",
  },
];

import type { Language } from "@matinale/contracts";

export const texts = {
  // The site shows both under the title “Your account is ready”, when the person is signed in.
  signedUp: {
    fr: "Il reste à choisir vos catégories et à relier WhatsApp.",
    en: "Next: choose your categories and connect WhatsApp.",
  },
  signedUpWithoutTrial: {
    fr: "Vous avez déjà utilisé l’essai gratuit. Choisissez une formule pour recevoir vos éditions.",
    en: "You have already used the free trial. Choose a plan to receive your editions.",
  },
  emailTaken: {
    fr: "Un compte existe déjà avec cette adresse e-mail. Connectez-vous, ou utilisez-en une autre.",
    en: "An account with this email address already exists. Sign in, or use another one.",
  },
  usernameTaken: {
    fr: "Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.",
    en: "This username is already taken. Choose another one.",
  },
  commonPassword: {
    fr: "Ce mot de passe est trop facile à deviner. Choisissez-en un autre, par exemple trois mots sans rapport entre eux.",
    en: "This password is too easy to guess. Choose another one, such as three unrelated words.",
  },
  pictureSaved: {
    fr: "Votre photo de profil est à jour.",
    en: "Your profile picture is up to date.",
  },
  pictureRemoved: {
    fr: "Votre photo de profil est retirée.",
    en: "Your profile picture has been removed.",
  },
  wrongPassword: {
    fr: "Mot de passe incorrect. Votre compte n’a pas été supprimé.",
    en: "Wrong password. Your account has not been deleted.",
  },
  erased: {
    fr: "Votre compte et vos données sont supprimés. Vous ne recevrez plus de messages.",
    en: "Your account and your data have been deleted. You will receive no more messages.",
  },
  linkExpired: {
    fr: "Ce lien n’est plus valable. Demandez-en un nouveau.",
    en: "This link is no longer valid. Ask for a new one.",
  },
  resetMailed: {
    fr: "Si un compte existe avec cette adresse, un lien vient d’y être envoyé. Il fonctionne pendant 30 minutes.",
    en: "If there is an account with this address, a link has just been sent there. It works for 30 minutes.",
  },
  resetCodeSent: {
    fr: "Si un compte avec cette adresse est relié à WhatsApp, un code vient d’y être envoyé. Il fonctionne pendant 10 minutes. Un numéro relié depuis moins de trois jours peut ne pas en recevoir.",
    en: "If an account with this address is connected to WhatsApp, a code has just been sent there. It works for 10 minutes. A number that was connected less than three days ago may get none.",
  },
  resetCodeWrong: {
    fr: "Ce code n’est pas valable. Vérifiez-le, ou demandez-en un nouveau.",
    en: "This code is not valid. Check it, or ask for a new one.",
  },
  wrongCurrentPassword: {
    fr: "Votre mot de passe actuel est incorrect. Rien n’a changé.",
    en: "Your current password is wrong. Nothing has changed.",
  },
  passwordForAddress: {
    fr: "Saisissez aussi votre mot de passe actuel pour changer d’adresse e-mail. Rien n’a changé.",
    en: "Enter your current password, too, to change your email address. Nothing has changed.",
  },
  tooManyMails: {
    fr: "Plusieurs e-mails viennent déjà d’être envoyés. Regardez aussi dans les indésirables, ou réessayez plus tard.",
    en: "Several emails have already been sent. Look in your spam folder too, or try again later.",
  },
  contactReceived: {
    fr: "Votre message est enregistré. Nous vous répondrons par e-mail.",
    en: "Your message has been recorded. We will reply by email.",
  },
  noContactForm: {
    fr: "Le formulaire n’est pas disponible. Écrivez-nous à l’adresse des mentions légales.",
    en: "The form is not available. Write to us at the address in the legal notice.",
  },
  noPicture: {
    fr: "Il n’y a pas de photo à cette adresse.",
    en: "There is no picture at this address.",
  },
  busy: {
    fr: "Le service est très sollicité. Réessayez dans un instant.",
    en: "The service is very busy. Please try again in a moment.",
  },
} as const satisfies Record<string, Record<Language, string>>;

export const pictureTexts = {
  notAForm: {
    fr: "La photo n’a pas pu être lue. Réessayez.",
    en: "The picture could not be read. Please try again.",
  },
  notOneFile: {
    fr: "Envoyez une seule photo à la fois. Réessayez.",
    en: "Send one picture at a time. Please try again.",
  },
  tooLarge: {
    fr: "Cette photo dépasse 5 Mo. Choisissez-en une plus légère.",
    en: "This picture is larger than 5 MB. Choose a smaller one.",
  },
  notAPicture: {
    fr: "Cette photo ne peut pas être lue. Choisissez une image PNG, JPEG ou WebP de 25 mégapixels au plus.",
    en: "This picture cannot be read. Choose a PNG, JPEG or WebP image of at most 25 megapixels.",
  },
  tooManyPixels: {
    fr: "Cette photo est trop grande. Choisissez une image de 12 mégapixels au plus.",
    en: "This picture is too large. Choose an image of at most 12 megapixels.",
  },
  inProgress: {
    fr: "Une autre photo est en cours d’envoi. Attendez qu’elle soit enregistrée.",
    en: "Another picture is being uploaded. Wait for it to be saved.",
  },
} as const satisfies Record<string, Record<Language, string>>;

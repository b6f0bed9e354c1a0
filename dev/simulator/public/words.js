/** All texts of the page, in French and in English. */
const words = {
  title: ["Téléphone simulé", "Simulated phone"],
  development: ["Développement", "Development"],
  nothingSent: ["Rien ne part sur WhatsApp.", "Nothing is sent to WhatsApp."],
  lost: [
    "Connexion au simulateur perdue, nouvel essai en cours.",
    "Connection to the simulator lost, reconnecting.",
  ],
  phones: ["Téléphones", "Phones"],
  noPhones: [
    "Reliez un numéro dans l’application, ou ajoutez-en un ici.",
    "Connect a number in the app, or add one here.",
  ],
  number: ["Numéro de téléphone", "Phone number"],
  add: ["Ajouter ce téléphone", "Add this phone"],
  badNumber: [
    "Écrivez le numéro avec son indicatif, par exemple +33 6 39 98 12 34.",
    "Write the number with its country code, for example +33 6 39 98 12 34.",
  ],
  offline: ["hors ligne", "offline"],
  conversation: ["Conversation avec Matinale", "Conversation with Matinale"],
  business: ["compte professionnel", "business account"],
  choosePhone: [
    "Choisissez un téléphone pour voir sa conversation.",
    "Choose a phone to see its conversation.",
  ],
  emptyChat: [
    "Aucun message. Écrivez START pour ouvrir la conversation.",
    "No messages. Write START to open the conversation.",
  ],
  keywords: ["Mots-clés", "Keywords"],
  readMore: ["Lire la suite", "Read more"],
  replyPlaceholder: ["Répondre à Matinale", "Reply to Matinale"],
  send: ["Envoyer", "Send"],
  play: ["Écouter", "Play"],
  pause: ["Mettre en pause", "Pause"],
  speed: ["Vitesse de lecture", "Playback speed"],
  seek: ["Position dans la note vocale", "Position in the voice note"],
  thisPhone: ["Ce téléphone", "This phone"],
  online: ["En ligne", "Online"],
  onlineHint: ["reçoit et accuse réception", "receives, and sends receipts"],
  autoConfirm: ["Confirme automatiquement", "Confirms automatically"],
  autoConfirmHint: [
    "répond START à la demande de confirmation",
    "replies START to the confirmation request",
  ],
  autoRead: ["Lit automatiquement", "Reads automatically"],
  autoReadHint: ["marque lu à la réception", "marks messages read as they arrive"],
  windowOpen: ["Fenêtre ouverte", "Window open"],
  windowOpenHint: ["24 heures après son dernier message", "24 hours after its last message"],
  faults: ["Pannes", "Faults"],
  refuse: ["Refuser", "Refuse"],
  refuseHint: ["répond par ce code d’erreur", "responds with this error code"],
  delay: ["Retarder", "Delay"],
  delayHint: ["accepte, puis répond plus tard (ms)", "accepts, then responds later (ms)"],
  drop: ["Couper", "Cut off"],
  dropHint: ["accepte, puis coupe la connexion", "accepts, then closes the connection"],
  duplicate: ["Dupliquer", "Duplicate"],
  duplicateHint: ["chaque accusé part deux fois", "each receipt is sent twice"],
  shuffle: ["Mélanger", "Shuffle"],
  shuffleHint: ["les accusés arrivent en désordre", "receipts arrive out of order"],
  limit: ["Limiter", "Limit"],
  limitHint: ["messages par seconde, puis 130429", "messages per second, then 130429"],
  mute: ["Panne de la voix", "Speech error"],
  muteHint: ["la synthèse répond par ce code HTTP", "speech responds with this HTTP status"],
  only: ["Ce téléphone seulement", "This phone only"],
  onlyHint: ["les autres téléphones n’ont pas de panne", "no faults for other phones"],
  refuseMail: ["Refuser le courrier", "Refuse mail"],
  refuseMailHint: ["répond par ce code SMTP", "responds with this SMTP code"],
  mail: ["Courrier", "Mail"],
  noMail: ["Aucun courrier reçu.", "No mail received."],
  mailAsText: ["En texte", "As text"],
  receipts: ["Accusés de réception", "Delivery receipts"],
  receiptsHint: [
    "Ce que ce téléphone a confirmé à Matinale. WhatsApp ne le montre pas à son propriétaire.",
    "What this phone has confirmed to Matinale. WhatsApp does not show it to the owner.",
  ],
  noReceipts: ["Aucun message pour ce téléphone.", "No messages for this phone."],
  sent: ["Envoyé", "Sent"],
  delivered: ["Distribué", "Delivered"],
  read: ["Lu", "Read"],
  played: ["Écouté", "Played"],
  failed: ["Échec", "Failed"],
  voiceNote: ["Note vocale", "Voice note"],
};
/** Keywords that Matinale understands. */
const keywords = [
  ["START", "MENU", "ENCORE", "PLUS 3", "PAUSE 7", "AIDE", "STOP"],
  ["START", "MENU", "MORE", "MORE 3", "PAUSE 7", "HELP", "STOP"],
];

const stored = localStorage.getItem("language");
let isEnglish = (stored ?? navigator.language).startsWith("en");

const chosen = ([french, english]) => (isEnglish ? english : french);
export const currentLanguage = () => chosen(["fr", "en"]);
export const locale = () => chosen(["fr-FR", "en-GB"]);
export const word = (name) => chosen(words[name]);
export const quickReplies = () => chosen(keywords);

export function changeLanguage() {
  isEnglish = !isEnglish;
  localStorage.setItem("language", currentLanguage());
}

/** Updates the texts in the markup. */
export function translatePage() {
  document.documentElement.lang = currentLanguage();
  document.title = `Matinale – ${word("title")}`;
  document.querySelector("#language").textContent = chosen(["English", "Français"]);
  for (const node of document.querySelectorAll("[data-word]")) {
    node.textContent = word(node.dataset.word);
  }
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", word(node.dataset.label));
  }
  for (const node of document.querySelectorAll("[data-placeholder]")) {
    node.placeholder = word(node.dataset.placeholder);
  }
}

import type { CategorySlug, Language } from "@matinale/contracts";

/** Invented news. Every outlet has the same article. */
interface SampleStory {
  id: string;
  category: CategorySlug;
  /** Places in the list of outlets. */
  by: readonly number[];
  article: Record<Language, { title: string; summary: string }>;
}

export const outlets: Record<Language, readonly string[]> = {
  fr: ["La Gazette du Port", "Radio Lanterne", "Le Méridien"],
  en: ["The Harbour Post", "Lantern Radio", "The Meridian"],
};

/** The news of the sample edition on the landing page. */
export const sampleStories: readonly SampleStory[] = [
  {
    id: "wheat",
    category: "economy",
    by: [0, 1, 2],
    article: {
      fr: {
        title: "Le prix du blé recule pour le troisième mois de suite",
        summary:
          "La tonne est passée sous 190 euros, son plus bas niveau depuis deux ans. Dans l’hémisphère Sud, les récoltes dépassent les prévisions.",
      },
      en: {
        title: "Wheat prices fall for a third month running",
        summary:
          "A tonne now costs less than 190 euros, the lowest price in two years. Harvests in the southern hemisphere have been better than expected.",
      },
    },
  },
  {
    id: "battery",
    category: "technology",
    by: [2, 1],
    article: {
      fr: {
        title: "Une batterie au sodium passe du laboratoire à l’usine",
        summary:
          "Elle ne contient ni lithium ni cobalt. Elle stocke moins d’énergie, mais pourrait coûter un tiers de moins.",
      },
      en: {
        title: "A sodium battery moves from the laboratory to the factory",
        summary:
          "It contains no lithium and no cobalt. It stores less energy but could cost a third less.",
      },
    },
  },
  {
    id: "handball",
    category: "sports",
    by: [1, 0],
    article: {
      fr: {
        title: "Les handballeuses françaises joueront la demi-finale",
        summary:
          "Menées à la pause, elles s’imposent de deux buts face aux Norvégiennes. La gardienne a arrêté quatorze tirs.",
      },
      en: {
        title: "France reach the semi-final of the handball championship",
        summary:
          "Behind at half-time, they beat Norway by two goals. Their goalkeeper made fourteen saves.",
      },
    },
  },
  {
    id: "museum",
    category: "culture",
    by: [2],
    article: {
      fr: {
        title: "Un musée de la Photographie ouvrira dans une ancienne halle",
        summary:
          "Douze mille tirages y seront exposés par roulement. L’entrée sera gratuite la première année.",
      },
      en: {
        title: "A museum of photography will open in an old market hall",
        summary:
          "Its twelve thousand prints will be shown in turn. Admission will be free for the first year.",
      },
    },
  },
  {
    id: "bridge",
    category: "international",
    by: [0, 2],
    article: {
      fr: {
        title: "Deux pays voisins rouvrent leur pont frontalier",
        summary:
          "Fermé depuis quatre ans, il accueillera d’abord les camions, puis les voitures. Cent mille personnes le franchissaient chaque mois.",
      },
      en: {
        title: "Two neighbouring countries reopen the bridge between them",
        summary:
          "Closed for four years, it will take lorries first, then cars. A hundred thousand people used to cross it every month.",
      },
    },
  },
];

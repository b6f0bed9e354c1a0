import type { CategoryStories } from "./category-stories.ts";
import type { Category, Language } from "./outlets.ts";
import politicsFr from "./stories/fr.politics.json" with { type: "json" };
import economyFr from "./stories/fr.economy.json" with { type: "json" };
import technologyFr from "./stories/fr.technology.json" with { type: "json" };
import sportsFr from "./stories/fr.sports.json" with { type: "json" };
import cultureFr from "./stories/fr.culture.json" with { type: "json" };
import internationalFr from "./stories/fr.international.json" with { type: "json" };
import politicsEn from "./stories/en.politics.json" with { type: "json" };
import economyEn from "./stories/en.economy.json" with { type: "json" };
import technologyEn from "./stories/en.technology.json" with { type: "json" };
import sportsEn from "./stories/en.sports.json" with { type: "json" };
import cultureEn from "./stories/en.culture.json" with { type: "json" };
import internationalEn from "./stories/en.international.json" with { type: "json" };

export const feedCategories: Record<Language, Record<Category, CategoryStories>> = {
  fr: {
    politics: politicsFr,
    economy: economyFr,
    technology: technologyFr,
    sports: sportsFr,
    culture: cultureFr,
    international: internationalFr,
  },
  en: {
    politics: politicsEn,
    economy: economyEn,
    technology: technologyEn,
    sports: sportsEn,
    culture: cultureEn,
    international: internationalEn,
  },
};

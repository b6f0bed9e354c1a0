import { expect, test } from "vitest";
import { deniesAccusation, isAccusation, isDenial } from "./denial.ts";

test.each([
  ["fr", "Blanchiment : le banquier entendu par les juges"],
  ["fr", "Le comédien gardé à vue"],
  ["fr", "Le patron comparaît devant le tribunal"],
  ["en", "MP under investigation over expenses"],
  ["en", "Mayor held over missing millions"],
  ["en", "Coach suspended over bullying"],
  ["en", "Trader extradited over money laundering"],
] as const)("sees an accusation, %s: %s", (language, headline) => {
  expect(isAccusation(headline, language)).toBe(true);
});

test.each([
  ["fr", "Son avocate affirme qu’il conteste les faits."],
  ["fr", "Il ne cesse de nier les faits."],
  ["fr", "Il les nie en bloc."],
  ["fr", "Il a toujours nié avoir frappé sa femme."],
  ["fr", "La préfecture dément."],
  ["fr", "La préfecture oppose un démenti."],
  ["fr", "L’élu rejette « en bloc » ces accusations."],
  ["fr", "Ils contestent toute participation."],
  ["fr", "Il ne reconnaît aucune faute."],
  ["fr", "« Ces accusations sont fausses », réagit l’élu."],
  ["fr", "L’élu dénonce des accusations mensongères."],
  ["fr", "« C’est faux », répond-il."],
  ["fr", "Il se dit victime d’un complot."],
  ["fr", "Ses avocats dénoncent une « machination »."],
  ["fr", "L’élue qualifie ces accusations de « mensongères »."],
  ["fr", "Il affirme son innocence."],
  ["fr", "Condamné, le maire fera appel."],
  ["fr", "Ses avocats ont annoncé qu’il faisait appel."],
  ["fr", "L’élu a relevé appel de sa condamnation."],
  ["fr", "L’ancien ministre s’est pourvu en cassation."],
  ["fr", "« Je suis innocent », a-t-il lancé."],
  ["fr", "Le maire se défend de tout favoritisme."],
  ["fr", "L’élue se défend d’avoir détourné des fonds."],
  ["fr", "L’intéressé s’en défend."],
  ["fr", "Il dit ne rien avoir à se reprocher."],
  ["fr", "« Je n’ai rien à me reprocher », a réagi le ministre."],
  ["fr", "Ses avocats dénoncent une « chasse aux sorcières »."],
  ["en", "The former mayor, who denies fraud, went on trial in Leeds."],
  ["en", "His spokesman denied the claims."],
  ["en", "She denies both."],
  ["en", "Smith denies attempted murder."],
  ["en", "He denied that he took the money."],
  ["en", "She not only denies the claims but will sue."],
  ["en", "The club said the claims against it were baseless."],
  ["en", "A spokesman for Rae, 29, called the claims “baseless”."],
  ["en", "He will appeal his conviction."],
  ["en", "His lawyers filed an appeal against the verdict."],
  ["en", "He is appealing against the ruling."],
  ["en", "He is appealing his conviction."],
  ["en", "She vowed to clear her name."],
  ["en", "He entered a not-guilty plea."],
  ["en", "She said the claims were “completely untrue”."],
  ["en", "The singer called the lawsuit “frivolous”."],
  ["en", "His lawyer said he is innocent of all of them."],
] as const)("sees that an accused person denies, %s: %s", (language, sentence) => {
  expect(deniesAccusation(sentence, language)).toBe(true);
});

test.each([
  ["fr", "Présumé innocent, l’homme n’a pas été entendu."],
  ["fr", "La cour d’appel a blanchi le banquier condamné."],
  ["fr", "Aucune de ces allégations n’a été prouvée devant un tribunal."],
  ["en", "None of the allegations has been proven in court."],
  ["en", "The allegations have not been tested in court."],
  ["en", "He was released without charge."],
  ["en", "The former minister was acquitted in Nairobi."],
] as const)("sees what speaks for an accused person who denies nothing, %s: %s", (...said) => {
  const [language, sentence] = said;
  expect([isDenial(sentence, language), deniesAccusation(sentence, language)]).toEqual([
    true,
    false,
  ]);
});

test.each([
  ["fr", "Il n’a pas contesté les faits."],
  ["fr", "Il ne les conteste pas."],
  ["fr", "Sans nier les faits, il les minimise."],
  ["fr", "Ces accusations ne sont pas fausses, dit-il."],
  ["fr", "Ce texte très contesté divise."],
  ["fr", "La CGT conteste la réforme."],
  ["fr", "Mon frère était innocent."],
  ["fr", "Le parquet a fait appel du jugement."],
  ["fr", "L’équipe se défend bien."],
  ["fr", "Le ministre défend sa réforme."],
  ["fr", "Il aurait blanchi 3 millions d’euros."],
  ["fr", "Il est poursuivi pour publicité mensongère."],
  ["fr", "L’affaire est restée sans suite."],
  ["en", "He does not deny the charges."],
  ["en", "He has never denied the killing."],
  ["en", "He was denied bail on Thursday."],
  ["en", "Judge denies bail to murder suspect."],
  ["en", "The judge denied his request to dismiss the charges."],
  ["en", "The appeal court rejected his case."],
  ["en", "She was denied access to a lawyer."],
  ["en", "The victim was an innocent bystander."],
  ["en", "My brother was innocent, she said."],
  ["en", "Police have launched an appeal following the blaze."],
  ["en", "Prosecutors will appeal the sentence."],
  ["en", "Prosecutors lodged an appeal against the sentence."],
  ["en", "The plan is appealing."],
  ["en", "He was held without charge for two days."],
  ["en", "He is accused of making false claims."],
] as const)("sees no denial, %s: %s", (language, sentence) => {
  expect(isDenial(sentence, language)).toBe(false);
});

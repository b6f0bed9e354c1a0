import { wordMap } from "../text/words.ts";

/**
 * Words of the news that French and English write differently, as stems of `story-words`: French, a colon, English.
 * Words that both write alike (names, numbers, "inflation") need no entry.
 */
const pairs =
  "taux:rate baiss:cut abaiss:cut redui:cut reduct:cut ramen:cut diminu:cut lower:cut trim:cut recul:fall chut:fall " +
  "hauss:rise augment:rise progress:rise grimp:rise relev:rise monte:rise raise:rise jump:rise prix:price cout:cost " +
  "vent:sale vente:sale achat:purchase croissanc:growth chomag:unemployment emploi:job poste:job position:job salair:pay " +
  "salarie:worker employ:worker usin:plant factory:plant entreprise:company entrepris:company societ:company " +
  "fabricant:maker dirigeant:chief directric:chief directeur:chief patron:chief impot:tax dett:debt econom:saving " +
  "greve:strike walkout:strike syndicat:union accord:deal agreement:deal entend:deal loi:law texte:bill projet:project " +
  "vot:vote voix:vote scrutin:election depute:lawmaker senateur:senate senator:senate assemble:assembly parlement:parliament " +
  "gouvernement:government ministr:minister maire:mayor parti:party coalit:coalition pouvoir:power roi:king rein:queen " +
  "rejett:reject repouss:reject adopt:pass approuv:approve annonc:announce nomm:appoint demission:resign " +
  "banqu:bank tribunal:court justic:court procè:trial proces:trial juge:judge jug:judge condamn:sentence amend:fine enquet:inquiry " +
  "prison:jail avocat:lawyer policier:police gendarm:police arret:arrest vol:theft voler:theft vole:steal derob:steal " +
  "stolen:steal thiev:theft voleur:theft meurtr:murder tue:kill mort:dead deces:dead bless:hurt injur:hurt injury:hurt " +
  "victim:casualty " +
  "seism:earthquake quake:earthquake tremblement:earthquake secouss:earthquake terr:earth magnitud:magnitude feu:fire " +
  "incendi:fire flamm:fire inondat:flood crue:flood tempet:storm orag:storm vent:wind pluie:rain neig:snow secheress:drought " +
  "canicul:heatwave chaleur:heat alert:warning avertissement:warning secour:rescue pompier:firefighter evacu:evacuate " +
  "rout:road pont:bridge train:train rail:rail aeroport:airport avion:plane navir:ship bateau:boat port:port voitur:car " +
  "vill:city villag:village ile:island mer:sea oce:ocean fleuv:river montagn:mountain desert:desert foret:forest " +
  "eau:water air:air terrain:ground nord:north sud:south est:east ouest:west northern:north southern:south eastern:east " +
  "western:west ecol:school eleve:pupil etudiant:student hopital:hospital medecin:doctor sante:health maladi:disease " +
  "enfant:child jeun:young femm:woman homm:man famill:family " +
  "match:match but:goal victoir:win gagn:win remport:win bat:beat battu:beat batt:beat domin:beat perdu:lose perd:lose defait:defeat " +
  "nul:draw equip:team entraineur:coach joueur:player championnat:league ligu:league coup:cup final:final demi:semi " +
  "titr:title sacr:champion tournoi:tournament stad:stadium saison:season forfait:withdraw " +
  "tableau:painting toil:painting musee:museum livr:book roman:novel cineast:director realisatric:director " +
  "recompens:award prix:prize pri:prize festival:festival expos:exhibition " +
  "logiciel:software donnee:data donn:data reseau:network puce:chip semi:chip telephon:phone portabl:mobile messageri:messaging " +
  "pann:outage lanc:launch sond:probe satellit:satellite fuse:rocket lun:moon espac:space etud:study chercheur:scientist " +
  "researcher:scientist " +
  "allemagn:germany allemand:german ital:italy espagn:spain royaum:britain britann:british angleterr:england ecoss:scotland " +
  "gall:wale etat:state unis:united suiss:swiss belg:belgian belgiqu:belgium greec:greece grec:greece grece:greece greek:greece " +
  "japon:japan japonais:japan japanes:japan chin:china russi:russia ukrain:ukraine maroc:morocco alger:algeria tunisi:tunisia " +
  "senegalais:senegal ivoir:ivory ivoirien:ivory cot:coast danemark:denmark danois:denmark danish:denmark suede:sweden " +
  "norveg:norway pologn:poland europeenn:european europeen:european americain:american bruxell:brussel londr:london " +
  "ven:venice venis:venice rom:rome genev:geneva gen:genoa sardaign:sardinia cret:crete lisbonn:lisbon moscou:moscow " +
  "lundi:monday mardi:tuesday mercredi:wednesday jeudi:thursday vendredi:friday samedi:saturday dimanch:sunday " +
  "janvi:january fevri:february avril:april mai:may juin:june juillet:july aout:august septembr:september octobr:october " +
  "novembr:november decembr:december " +
  "an:year anne:year mois:month semain:week nuit:night overnight:night matin:morning soir:evening heur:hour minut:minute " +
  "premi:first deuxiem:second dernier:last procha:next prochain:next franc:franc milliard:billion bn:billion million:million " +
  "mill:thousand thousand:thousand millier:thousand kilo:kilo gramm:gram metr:metre tonn:tonne " +
  "interdit:ban interdict:ban bann:ban ferm:close shut:close ouvr:open inaugur:open relie:link reli:link";

/** A French or English stem, to the English stem that stands for both. */
export const glossary = wordMap(pairs);

import type { Language } from "@matinale/contracts";
import { months, weekdays } from "../text/calendar.ts";
import { folded } from "../text/words.ts";
import { stem } from "./story-words.ts";

/**
 * Words of the news with one meaning: an English word, then other words for it in French and in English. Words that both
 * languages write alike (names, numbers, "inflation") need no entry, nor do forms that `stem` makes equal.
 */
const meanings = `
rate | taux |
cut | baisse baisser abaisser abaisse réduire réduit réduction ramener ramené diminuer diminue | reduce reduction lower trim slash
fall | recul reculer reculent chute chuter chutent plonge plonger dévisse | fell drop decline slump slide tumble plunge slip
rise | hausse augmenter augmentation progresser progresse progressent grimper grimpent bondit relever relève monter montée | raise jump climb surge soar increase hike rose risen
rebound | rebond rebondir rebondit reprend | rallied recover recovery
price | prix coûter |
cost | coût |
sale | vendre vend vendu vendent | sell sold
buy | acheter achète achat rachat racheter rachète acquérir acquisition | bought purchase acquire acquisition takeover buyout
growth | croissance | grow grew
unemployment | chômage chômeur | jobless
job | emploi poste | position post
pay | salaire | wage salary paid
worker | salarié ouvrier employé travailleur | employee staff labourer workforce
work | travail travailler travaux |
plant | usine factory raffinerie | factory
company | entreprise société firme groupe | firm business group
maker | fabricant constructeur | manufacturer
chief | dirigeant directrice directeur patron patronne pdg chef cheffe | boss ceo head executive
tax | impôt fiscal | levy
debt | dette |
saving | économies épargne |
budget | finances |
strike | grève gréviste débrayage | walkout industrial
union | syndicat syndical |
deal | accord entente | agreement agree pact accord
law | loi législation | legislation legislative
bill | texte |
project | plan | scheme
vote | voter votent voix scrutin | poll ballot
lawmaker | député parlementaire élu | mp
parliament | parlement | commons
government | gouvernement exécutif | cabinet
minister |  | secretary
mayor | maire mairie municipal |
king | roi |
queen | reine |
reject | rejeter rejette rejettent repousser repousse refuser refuse refus écarter | refuse refusal rebuff
pass | adopter adopte adoption approuver approuve | approve approval adopt adoption back
announce | annoncer annonce dévoiler dévoile présenter présente | unveil reveal present
appoint | nommer nomme désigner désigne nomination | named pick choose chosen
resign | démission démissionner démissionne quitter quitte | quit leave left depart departure
step | renoncer renonce |
sack | limoger limoge renvoyer licencier licencié | dismiss
bank | banque bancaire |
court | tribunal cour |
trial | procès essai |
judge | juge juger magistrat | magistrate
sentence | condamner condamne condamnation peine | convict conviction
fine | amende | penalty
inquiry | enquête enquêteur | investigation investigate investigator
prison | incarcéré écroué | jail custody
lawyer | avocat | solicitor barrister
police | gendarme gendarmerie | officer
arrest | arrêter arrêté interpeller interpelle interpellation | detain
suspect | soupçonné |
accuse |  | charge alleged allegation
theft | voleur | thief thieves robbery heist burglary
steal | voler dérober dérobé | stole stolen
murder | meurtre assassinat homicide assassiner assassiné | assassinate assassination
kill | tuer tue tuent tuant |
dead | mort mourir décès décédé mortel meurt meurent disparaître disparition | death die died dies dying deadly fatal
hurt | blessé blesser blessent | injure wound
victim |  | casualty
attack | attaque attaquer attentat agression agresser | assault raid
shooting | fusillade tirs | shot gunfire gunman
knife | couteau | stab
earthquake | séisme secousse tremblement sismique | quake tremor seismic
earth | terre |
fire | incendie feu flammes brûler brûle brasier embraser | blaze flames burn burnt wildfire
flood | inondation inonder inondé crue déborder déborde |
storm | tempête orage cyclone ouragan | cyclone hurricane typhoon
gust | rafale |
wind | vent |
rain | pluie précipitations | rainfall downpour
ice | verglas verglaçant glace | icy freezing
snow | neige enneigement | snowfall
drought | sécheresse |
heatwave | canicule chaleur | heat
warning | alerte avertissement vigilance alerter | alert
rescue | secours secourir sauver sauvetage sauveteur secouriste | save
firefighter | pompier |
missing | disparu |
search | recherche rechercher |
explosion |  | blast bomb
crash | accident écrase collision percuter | accident collision collide wreck
sink | couler naufrage chavirer chavire | sank sunk capsize shipwreck
avalanche | coulée |
mountain | montagne |
climber | alpiniste grimpeur | mountaineer
road | route autoroute | motorway highway
bridge | pont |
rail | ferroviaire | railway
airport | aéroport |
plane | avion | aircraft jet airliner
flight | vols aérien |
ship | navire paquebot cargo | vessel cargo liner
boat | bateau embarcation | ferry dinghy
port |  | harbour
car | voiture automobile véhicule | vehicle auto
bus | autocar |
city | ville |
country | pays |
village | commune |
town | bourg |
island | île | isle
sea | mer maritime | maritime
river | fleuve rivière |
forest | forêt |
water | eau |
ground | terrain pelouse | pitch
north | nord |
south | sud |
east | est | eastern
west | ouest | western
school | école lycée collège scolaire |
pupil | élève écolier lycéen | schoolchild
student | étudiant |
teacher | enseignant professeur |
hospital | hôpital clinique | clinic
doctor | médecin docteur | physician medic
nurse | infirmier |
patient | malade |
health | santé sanitaire |
disease | maladie | illness
vaccine |  | jab
virus | épidémie | outbreak epidemic
treatment | traitement médicament remède | drug medicine therapy
child | enfant |
young | jeune |
woman | femme | women
man | homme | men
boy | garçon |
girl | fille fillette |
people | personne | person
resident | habitant riverain | inhabitant local
home | foyer logement maison domicile | household
electricity | courant | power
match | rencontre | game fixture
goal | but marquer marque buteur | score scorer striker
attacker | attaquant avant-centre | forward
midfielder | milieu |
keeper | gardien gardienne | goalkeeper
win | victoire gagner gagne gagnent remporter remporte décrocher décroche imposer impose gagnant | victory won winner clinch triumph
beat | battre battu bat battent dominer domine renverser renverse écraser terrasser | beaten defeat thrash edge
lose | perdre perd perdu perdent défaite incliner incline inclinent tomber | lost loser
draw | nul | drew stalemate
team | équipe | side squad
coach | entraîneur sélectionneur | manager trainer
player | joueur joueuse |
league | ligue championnat |
cup | coupe |
semi | demi demi-finale |
title | titre couronne | crown
champion | sacré sacrer |
world | monde mondial | global
gold | or doré |
silver | argent |
medal | médaille |
stadium | stade |
season | saison |
transfer | recruter recrute recrue mercato signer signe engager engage rejoindre rejoint | sign join move
withdraw | forfait retirer retire | pull
injury | blessure |
stage | étape |
race | course |
rider | coureur cycliste | cyclist
painting | tableau toile peinture | canvas
painter | peintre | artist
museum | musée |
book | livre ouvrage |
novel | roman |
author | écrivain auteur romancier autrice | writer novelist
director | cinéaste réalisateur réalisatrice | filmmaker
movie | film cinéma | film cinema
actor | acteur actrice comédien comédienne | actress
singer | chanteur chanteuse | musician
song | chanson |
album | disque |
award | récompense récompenser | honour
prize | palme lauréat goncourt | laureate
exhibition | exposition expo |
church | église cathédrale | cathedral
roof | toiture charpente toit |
software | logiciel |
data | données |
network | réseau |
chip | puce semi-conducteur | semiconductor chipmaker
phone | téléphone portable smartphone | mobile smartphone
outage | panne | down
hack | pirate piratage pirater cyberattaque | hacker cyberattack breach
launch | lancer lance lancement décoller | liftoff lift-off
probe | sonde |
rocket | fusée |
moon | lune lunaire | lunar
space | espace spatial |
study | étude |
scientist | chercheur savant | researcher
discover | découvrir découverte découvre | find found
wheat | blé céréale | grain
crop | récolte moisson | harvest
farmer | agriculteur paysan éleveur agricole | farming agriculture agricultural
oil | pétrole pétrolier brut | crude
gas | gaz |
nuclear | réacteur | reactor
coal | charbon |
market | marché bourse | exchange
share | actions indice | stocks index
profit | bénéfice | earnings income
loss | pertes |
loan | prêt emprunt |
customer | client clientèle | consumer
shop | magasin boutique enseigne | store retailer
house | immobilier |
rent | loyer locataire | tenant
pension | retraite | retirement retire
measure | mesure |
freeze | gel geler | frozen
ban | interdire interdit interdiction | forbid prohibit outlaw
close | fermer ferme fermeture ferment | shut shutdown closure
open | ouvrir ouvre ouvert ouverture ouvrent rouvrir rouvre | reopen
start | débuter débute démarrer démarre commencer commence entamer | begin began begun kick
end | fin finir terminer termine finit achever clôture clôturer | finish
link | relier relie liaison reliant | connect connection
keep | maintenir maintient garder garde conserver conserve laisse inchangé | hold held unchanged kept retain stay
ask | demander demande réclamer réclame | demand call request urge seek sought
protest | manifestation manifester manifestant | demonstration demonstrator rally
war | guerre conflit | conflict
army | armée militaire | military
soldier | soldat |
troops | troupes |
truce | trêve cessez-le-feu cessez | ceasefire
peace | paix |
hostage | otage |
release | libérer libère libération | freed free
border | frontière |
migrant | exilé | refugee asylum
summit | sommet |
talks | négociations pourparlers négocier discussion | negotiation negotiate
visit | déplacement | trip tour
embassy | ambassade |
customs | douanes droits | tariff duty
billion | milliard | bn
thousand | mille millier |
hundred | cent centaine |
kilo | kilogramme | kilogram
gram | gramme |
kilometre | km | mile
tonne |  | ton
first | premier |
second | deuxième |
third | troisième |
last | dernier |
next | prochain |
year | an année ans |
month | mois |
week | semaine hebdomadaire | weekly
night | nuit | overnight
morning | matin |
evening | soir |
hour | heure |
scotland | écosse écossais | scottish
wales | galles gallois | welsh
korea | corée coréen |
ivory | ivoire ivoirien |
united | uni |
state | état |
coast | côte |
brussels | bruxelles |
london | londres |
venice | venise | venetian
rome | romain | roman
genoa | gênes |
sardinia | sardaigne |
beijing | pékin |
warsaw | varsovie |
cairo | caire |
algiers | alger |
edinburgh | édimbourg |
antwerp | anvers |
ghent | gand |
kyiv | kiev |
channel | manche |
nato | otan |
un | onu |
eu | ue |
imf | fmi |
ecb | bce |
wto | omc |
oecd | ocde |
opec | opep |
iaea | aiea |
icc | cpi |
icj | cij |
echr | cedh |
drc | rdc |
ngo | ong |
gdp | pib |
vat | tva |
ai | ia |
dna | adn |
hiv | vih |
`;

const calendar = [weekdays, months].flatMap(({ fr, en }) =>
  en.map((name, at) => `${name} | ${fr[at]}`),
);

type Entry = [word: string, meaning: string];

const entriesOf = (language: Language): Entry[] =>
  [...meanings.trim().split("\n"), ...calendar].flatMap((line) => {
    const [meaning = "", french = "", english = ""] = folded(line)
      .split("|")
      .map((part) => part.trim());
    const words = language === "fr" ? french : `${meaning} ${english}`;
    return words
      .split(" ")
      .filter((word) => word !== "")
      .map((word): Entry => [stem(word, language), stem(meaning, "en")]);
  });

/** A stem of each language, to the English stem that stands for both. */
export const glossary: Record<Language, ReadonlyMap<string, string>> = {
  fr: new Map(entriesOf("fr")),
  en: new Map(entriesOf("en")),
};

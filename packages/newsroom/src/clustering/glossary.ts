import type { Language } from "@matinale/contracts";
import { folded } from "../text/words.ts";
import { stem } from "./story-words.ts";

/**
 * Words of the news with one meaning: an English word, then other words for it in French and in English. Words that both
 * languages write alike (names, numbers, "inflation") need no entry, nor do forms that `stem` makes equal.
 */
const meanings = `
rate | taux |
cut | baisse baisser abaisser abaisse réduire réduit réduction ramener ramené diminuer diminue | reduce reduction lower trim slash slashed
fall | recul reculer recule reculent chute chuter chutent plonge plonger dévisse | fell drop dropped decline declined slump slide slid tumble plunge slip slipped
rise | hausse augmenter augmentation progresser progresse progressent grimper grimpent bondit relever relève monter montée monte | raise jump jumped climb surge soar increase hike rose risen
rebound | rebond rebondir rebondit reprend | rally rallied recover recovery
price | prix coûter | priced
cost | coût coûts |
sale | vente vendre vend vendu vendent | sell sold selling
buy | acheter achète achat acheté rachat racheter rachète acquérir acquisition | bought purchase acquire acquisition takeover buyout
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
tax | impôt taxe fiscal | levy
debt | dette |
deficit | déficit |
saving | économies épargne |
budget | finances |
strike | grève gréviste débrayage | walkout industrial
union | syndicat syndical |
deal | accord entente | agreement agree pact accord
law | loi législation | legislation legislative
bill | texte |
project | projet plan | scheme
vote | voter votent voix scrutin | poll ballot
election | élection électoral élections | electoral
lawmaker | député parlementaire élu | mp
senate | sénat sénateur sénatrice | senator
assembly | assemblée |
parliament | parlement | commons
government | gouvernement exécutif | cabinet
minister | ministre ministère | secretary
president | président présidence présidentiel | presidential presidency
mayor | maire mairie municipal municipales | 
party | parti |
coalition | coalition |
power | pouvoir |
king | roi |
queen | reine |
reject | rejeter rejette rejettent repousser repousse refuser refuse refus écarter | refuse refusal rebuff
pass | adopter adopte adoption approuver approuve | approve approval adopt adoption back
announce | annoncer annonce dévoiler dévoile présenter présente | unveil reveal present
appoint | nommer nomme nommée désigner désigne nomination | named name pick choose chosen
resign | démission démissionner démissionne quitter quitte | quit resignation leave left depart departure
step | renoncer renonce |
sack | limoger limoge limogé démis renvoyer licencier licencié | dismiss fire fired
bank | banque bancaire |
court | tribunal cour |
trial | procès |
judge | juge juger jugé magistrat | magistrate
sentence | condamner condamne condamné condamnation peine | jailed convict conviction
fine | amende | penalty
inquiry | enquête enquêteur | investigation investigate investigator probe
prison | prison incarcéré écroué | jail custody
lawyer | avocat avocate | solicitor barrister
police | policier policière gendarme gendarmerie police | officer
arrest | arrêter arrêté arrestation interpeller interpelle interpellé interpellation | detain detained
suspect | soupçonné suspect | suspected
accuse | accuser accusé accusation | charge charged alleged allegation
theft | vol voleur | thief thieves robbery heist burglary raid
steal | voler volée dérober dérobé | stole stolen
murder | meurtre assassinat homicide assassiner assassiné | assassinate assassination
kill | tuer tue tué tués tuée tuent tuant | 
dead | mort morts mourir décès décédé morte mortel meurt meurent disparaître disparition | death die died dies dying deadly fatal
hurt | blessé blesser blessure blessent | injure injured injury injuries wound wounded
victim | victime | casualty casualties
attack | attaque attaquer attentat agression agresser | assault raid
shooting | fusillade tirs tir | shot gunfire gunman shoot
knife | couteau | stab stabbed stabbing
earthquake | séisme secousse tremblement sismique | quake tremor seismic
earth | terre |
magnitude | magnitude |
fire | incendie feu feux flammes flamme brûler brûle brasier embraser | blaze flames burn burned burnt wildfire
flood | inondation inonder inondé crue déborder déborde crues | flooding floodwater
storm | tempête orage cyclone ouragan | cyclone hurricane typhoon
gust | rafale |
wind | vent vents |
rain | pluie précipitations | rainfall downpour
snow | neige enneigement | snowfall
drought | sécheresse |
heatwave | canicule chaleur | heat
warning | alerte avertissement vigilance alerter | alert warn warned
rescue | secours secourir sauver sauvetage sauveteur secouriste | rescuer save saved
firefighter | pompier pompiers | firefighters
evacuate | évacuer évacué évacuation évacuent | evacuation
missing | disparu disparus |
search | recherche rechercher | 
explosion | explosion exploser explose | blast explode bomb
crash | accident écraser écrase collision percuter | accident collision collide wreck
derail | dérailler déraille déraillement | derailment
sink | couler naufrage chavirer coule chavire | sank sunk capsize shipwreck
avalanche | avalanche coulée |
mountain | montagne |
climber | alpiniste grimpeur | mountaineer
road | route autoroute | motorway highway
bridge | pont |
train | train trains |
rail | ferroviaire rails | railway
airport | aéroport |
plane | avion | aircraft jet airliner
flight | vols aérien |
ship | navire paquebot cargo | vessel cargo liner
boat | bateau embarcation | ferry dinghy
port | port | harbour
car | voiture automobile véhicule | vehicle auto
bus | bus autocar | coach
city | ville |
country | pays |
village | village commune |
town | bourg |
island | île îles | isle
sea | mer maritime | maritime
ocean | océan |
river | fleuve rivière |
desert | désert |
forest | forêt |
water | eau eaux |
air | air |
ground | terrain pelouse | pitch
north | nord | northern
south | sud | southern
east | est | eastern
west | ouest | western
school | école lycée collège scolaire | schools
pupil | élève écolier lycéen | schoolchild
student | étudiant | 
teacher | enseignant professeur | 
university | université |
hospital | hôpital hospitalier clinique hospitaliser hospitalisé | clinic
doctor | médecin docteur | physician medic
nurse | infirmier infirmière | nursing
patient | patient malade |
health | santé sanitaire |
disease | maladie | illness
vaccine | vaccin vaccination vacciner | vaccination jab vaccinate
virus | virus épidémie | outbreak epidemic
treatment | traitement médicament remède | drug medicine therapy
trial | essai essais |
child | enfant enfants | children
young | jeune jeunes |
woman | femme | women
man | homme | men
family | famille |
boy | garçon |
girl | fille fillette |
people | personne personnes gens | person
resident | habitant riverain résident | inhabitant local
home | foyer logement maison domicile | house household housing
electricity | électricité électrique courant | electric
match | match rencontre | game fixture
goal | but buts marquer marque buteur | score scored scorer strike striker
attacker | attaquant avant-centre | forward
midfielder | milieu |
defender | défenseur |
keeper | gardien gardienne | goalkeeper
win | victoire gagner gagne gagnent remporter remporte décrocher décroche imposer impose gagnant | victory won winner clinch triumph
beat | battre battu bat battent dominer domine renverser renverse écraser terrasser | beaten defeat defeated thrash edge
lose | perdre perd perdu perdent défaite incliner incline inclinent tomber | lost loss loser
draw | nul | drew stalemate
team | équipe | side squad
coach | entraîneur sélectionneur coach | manager trainer
player | joueur joueuse |
league | ligue championnat |
cup | coupe |
final | finale | finalist
semi | demi demi-finale | 
quarter | quart quarts |
title | titre couronne | crown
champion | sacré sacrée championne champion sacrer | 
world | monde mondial mondiaux mondiale | global worldwide
gold | or doré |
silver | argent |
medal | médaille |
record | record |
tournament | tournoi |
stadium | stade |
season | saison |
transfer | transfert recruter recrute recrue mercato signer signe engager engage rejoindre rejoint | sign signed signing join joined move
contract | contrat |
withdraw | forfait retirer retire retrait | withdrawal withdrew pull
injury | blessure |
stage | étape |
race | course |
rider | coureur cycliste | cyclist
painting | tableau toile peinture | canvas
painter | peintre | artist
museum | musée |
book | livre ouvrage |
novel | roman |
author | écrivain auteur romancier écrivaine autrice romancière | writer novelist
director | cinéaste réalisateur réalisatrice | filmmaker
movie | film cinéma | film cinema
actor | acteur actrice comédien comédienne | actress
singer | chanteur chanteuse | musician
song | chanson |
album | album disque |
award | récompense récompenser récompensé | honour honoured
prize | palme lauréat lauréate goncourt | laureate
festival | festival |
exhibition | exposition expo | exhibit
church | église cathédrale | cathedral
roof | toiture charpente toit |
software | logiciel |
data | données donnée |
network | réseau |
chip | puce semi-conducteur puces | semiconductor chipmaker
phone | téléphone portable smartphone | mobile smartphone
messaging | messagerie |
outage | panne | down
hack | pirate piratage pirater cyberattaque | hacker cyberattack breach
launch | lancer lance lancement décoller | liftoff lift-off
probe | sonde |
satellite | satellite |
rocket | fusée |
moon | lune lunaire | lunar
space | espace spatial spatiale |
study | étude |
scientist | chercheur scientifique savant | researcher
discover | découvrir découverte découvert découvre | discovery find found
wheat | blé céréale | grain
crop | récolte moisson | harvest
farmer | agriculteur paysan éleveur agricole | farming agriculture agricultural
oil | pétrole pétrolier brut | crude
gas | gaz |
nuclear | nucléaire réacteur | reactor
coal | charbon |
energy | énergie |
climate | climat climatique |
pollution | pollution polluer |
market | marché bourse | stock exchange
share | actions indice | stocks index shares
profit | bénéfice | earnings income
loss | pertes |
investor | investisseur |
invest | investir investissement | investment
loan | prêt emprunt | 
customer | client clientèle | consumer
shop | magasin boutique enseigne | store retailer
house | immobilier |
rent | loyer locataire | tenant
pension | retraite retraites retraité | retirement retire retired pensioner
age | âge |
reform | réforme |
measure | mesure |
decree | décret |
freeze | gel geler gèle gelé | frozen
ban | interdire interdit interdiction | banned forbid prohibit outlaw
close | fermer ferme fermé fermeture ferment | shut shutdown closure
open | ouvrir ouvre ouvert ouverture ouvrent rouvrir rouvre | reopen opening
start | débuter débute début démarrer démarre commencer commence entamer | begin began begun beginning kick
end | fin finir terminer termine finit achever clôture clôturer | finish finished ended
inaugurate | inaugurer inauguré |
link | relier relie liaison reliant | connect connection
keep | maintenir maintient garder garde conserver conserve laisse inchangé | hold held unchanged kept retain stay stayed
ask | demander demande réclamer réclame | demand call request urge seek sought
protest | manifestation manifester manifestant protester | demonstration demonstrator protester rally march
war | guerre conflit | conflict
army | armée militaire | military
soldier | soldat |
troops | troupes |
truce | trêve cessez-le-feu cessez | ceasefire
peace | paix |
hostage | otage |
release | libérer libère libéré libération | freed free
border | frontière |
migrant | migrant exilé | refugee asylum
summit | sommet |
talks | négociations négociation pourparlers négocier discussion | negotiation negotiate
visit | visite visiter déplacement | trip tour
ambassador | ambassadeur |
embassy | ambassade |
sanction | sanction sanctionner |
customs | douanes douane droits | tariff duty
billion | milliard milliards | bn
million | million millions | 
thousand | mille millier milliers |
hundred | cent centaine centaines |
kilo | kilo kilogramme | kilogram
gram | gramme |
metre | mètre |
kilometre | kilomètre km | mile
tonne | tonne | ton
first | premier première |
second | deuxième |
third | troisième |
last | dernier dernière |
next | prochain prochaine |
year | an année ans |
month | mois |
week | semaine hebdomadaire | weekly
night | nuit | overnight
morning | matin matinée |
evening | soir soirée |
hour | heure |
minute | minute |
monday | lundi |
tuesday | mardi |
wednesday | mercredi |
thursday | jeudi |
friday | vendredi |
saturday | samedi |
sunday | dimanche |
january | janvier |
february | février |
march | mars |
april | avril |
may | mai |
june | juin |
july | juillet |
august | août |
september | septembre |
october | octobre |
november | novembre |
december | décembre |
franc | franc |
european | européen européenne |
american | américain |
germany | allemagne allemand | german
italy | italie italien | italian
spain | espagne espagnol | spanish
britain | britannique royaume-uni | british
england | angleterre anglais | english
scotland | écosse écossais | scottish
wales | galles gallois | welsh
united | uni unis |
state | état états |
switzerland | suisse | swiss
belgium | belgique belge | belgian
netherlands | pays-bas néerlandais | dutch
greece | grèce grec grecque | greek
turkey | turquie turc turque | turkish
japan | japon japonais | japanese
china | chine chinois | chinese
korea | corée coréen | korean
india | inde indien | indian
russia | russie russe | russian
ukraine | ukraine ukrainien | ukrainian
morocco | maroc marocain | moroccan
algeria | algérie algérien | algerian
tunisia | tunisie tunisien | tunisian
egypt | égypte égyptien | egyptian
senegal | sénégal sénégalais | senegalese
ivory | ivoire ivoirien | ivorian
coast | côte | coastal
denmark | danemark danois | danish dane
sweden | suède suédois | swedish swede
norway | norvège norvégien | norwegian
finland | finlande finlandais | finnish
poland | pologne polonais | polish
hungary | hongrie hongrois | hungarian
austria | autriche autrichien | austrian
ireland | irlande irlandais | irish
brazil | brésil brésilien | brazilian
mexico | mexique mexicain | mexican
israel | israël israélien | israeli
lebanon | liban libanais | lebanese
syria | syrie syrien | syrian
australia | australie australien | australian
brussels | bruxelles |
london | londres |
venice | venise | venetian
rome | rome romain | roman
geneva | genève |
genoa | gênes |
sardinia | sardaigne |
sicily | sicile |
crete | crète |
lisbon | lisbonne |
moscow | moscou |
beijing | pékin |
athens | athènes |
vienna | vienne |
warsaw | varsovie |
cairo | caire |
algiers | alger |
milan | milan |
barcelona | barcelone |
seville | séville |
munich | munich |
cologne | cologne |
copenhagen | copenhague |
edinburgh | édimbourg |
antwerp | anvers |
ghent | gand |
kyiv | kiev |
jerusalem | jérusalem |
havana | havane |
mediterranean | méditerranée |
alps | alpes |
pyrenees | pyrénées |
channel | manche |
`;

type Entry = [word: string, meaning: string];

const entriesOf = (language: Language): Entry[] =>
  folded(meanings)
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [meaning = "", french = "", english = ""] = line.split("|").map((part) => part.trim());
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

import { byForm } from "./reading.ts";

/** Names that are followed by the number of a ruler or a pope, of one letter as well. */
export const regnalNames =
  "Abdullah|Albert|Alexander|Alfonso|Baudouin|Benedict|Carl|Catherine|Charles|Christian|Clement|Edward|Elizabeth|Felipe|Ferdinand|Francis|Franz|Frederick|Frederik|George|Gregory|Gustaf|Haakon|Harald|Hassan|Henry|Innocent|Ivan|James|John|Carlos|Leo|Leopold|Louis|Margrethe|Mary|Mohammed|Napoleon|Nicholas|Olav|Paul|Peter|Philip|Philippe|Pius|Ptolemy|Rama|Ramses|Ramesses|Richard|Tutmose|Urban|Victor|Wilhelm|William";

export const fractions: Record<string, string> = byForm({
  "1/2|½": "a half",
  "1/3": "a third",
  "2/3": "two thirds",
  "1/4|¼": "a quarter",
  "3/4|¾": "three quarters",
});

export const compared = {
  ">": "more than",
  "≥": "at least",
  "<": "less than",
  "≤": "at most",
  "≈": "about",
  "~": "about",
  "±": "plus or minus",
  "+/-": "plus or minus",
};

/** Ranks, offices, mountains and forts before a name. Without a stop "Gen" and "Rep" are other words: "Gen Z". */
export const ranks: Record<string, string> = {
  "Sen\\.": "Senator",
  "Sens\\.": "Senators",
  "Rep\\.": "Representative",
  "Reps\\.": "Representatives",
  "Gov\\.": "Governor",
  "Govs\\.": "Governors",
  "Lt\\.? Col\\.?": "Lieutenant Colonel",
  "Lt\\.? Gen\\.?": "Lieutenant General",
  "Maj\\.? Gen\\.?": "Major General",
  "Gen\\.": "General",
  "Sgt\\.?": "Sergeant",
  "Capt\\.?": "Captain",
  "Lt\\.?": "Lieutenant",
  "Col\\.": "Colonel",
  "Maj\\.": "Major",
  "Supt\\.?": "Superintendent",
  "Insp\\.?": "Inspector",
  "Det\\.": "Detective",
  "Cllr\\.?": "Councillor",
  "Mt\\.?": "Mount",
  "Ft\\.": "Fort",
};

/** Kinds of streets after a name. */
export const streets = { Ave: "Avenue", Blvd: "Boulevard", Hwy: "Highway", Rd: "Road" };

/** Words after an amount that is no adjective: "£500 in cash", "$3m was paid". */
export const notNouns =
  "a|about|above|after|ago|all|also|an|and|annually|apiece|are|around|as|at|away|back|be|because|been|before|behind|below|between|but|by|can|combined|compared|could|daily|did|do|down|during|each|either|est|every|extra|for|from|gross|had|has|have|he|here|higher|his|how|if|in|instead|into|is|it|its|just|largely|last|later|less|lower|made|may|might|monthly|more|most|must|net|next|not|now|of|off|on|once|only|or|our|out|over|p|paid|per|plus|raised|she|should|since|so|soon|spent|stateside|still|than|that|the|their|them|then|there|these|they|this|those|through|to|today|tomorrow|toward|towards|under|until|up|upfront|v|versus|via|vs|was|we|weekly|went|were|when|where|which|while|who|will|with|within|without|worldwide|worth|would|yearly|yesterday|yet|you";

/** Words around a sum of rand or naira, which otherwise looks like the number of a road. */
export const beforeAmount =
  "about|around|cost|costs|costing|earn|earned|earns|fined|for|least|of|over|paid|pay|paying|pays|save|than|under|worth";
export const afterAmount =
  "a|an|bribe|coin|discount|each|fee|fine|fund|grant|increase|levy|monthly|note|notes|per|prize|relief|[Ss]ocial|voucher";

/** Words after a length that is no adjective: "5m deep". */
export const extent = "altitude|deep|high|long|tall|wide";

/** What a length in metres describes: "100m hurdles" is 100 metres, not 100 million. */
export const ofMetres =
  "backstroke|breaststroke|butterfly|champions?|dash|finals?|freestyle|heats?|hurdles|medley|races?|records?|relays?|sprints?|titles?|tower|walls?|waves?|world|yacht";

/** Words after a range, which is no score: "2-3 days". */
export const counts =
  "bn|billion|business|crew|day|days|degrees|feet|foot|grand|hour|hours|hundred|inch|inches|kilometres|km|litres|m|metres|mile|miles|million|minute|minutes|month|months|pc|people|per cent|percent|percentage|points|pounds|seconds|staff|star|thousand|times|tonnes|week|weeks|working|year|years|year-olds?|yards";

/** Words before a range, as parts of a pattern: "aged 5-9". */
export const beforeRange =
  "[Aa]ged|[Aa]ges?|pp\\.|between|from|up|down|about|around|some|by|for|every|pages?|chapters|episodes|grades|levels|seasons|weeks|roughly|nearly|almost|lasts?";

// Which nouns name somebody, and whether that is "he" or "she": endings first ("-er", "-ist"), then words no ending
// tells. Whom "it" would make a thing must never be called so.

import { wordSet } from "./clauses.ts";
import { PEOPLE } from "./ground.ts";
import { ABSTRACT, THINGS } from "./subject-pronouns.ts";

/** Whether a noun may name somebody, whom "it" would make a thing. */
export function isAnimate(word: string): boolean {
  if (EITHER.has(word)) return true;
  if (ABSTRACT.test(word) || THINGS.has(word) || NEVER_ANIMATE.has(word)) return false;
  return PEOPLE.test(word) || ANIMATE.test(word);
}

const EITHER = wordSet("star figure head chair model face voice power judge guard party body");
// Things whose names end like those of people.
const NEVER_ANIMATE = wordSet(
  "paper water river tower flower power weather winter summer layer number letter chapter matter order border corner center centre counter computer server filter meter shower cover finger shoulder silver leather feather thunder ember door floor motor tensor sensor factor sector vector doctor's mirror colour color odor armor harbor labor favor flavor humor honor behavior neighbor's plant elephant's restaurant grant chant slant warrant covenant remnant pendant fan plan van pan can scan span ocean organ region lion's shelter disaster encounter character's chamber timber member's remainder reminder gesture list mist twist exist cluster master's monitor corridor interior exterior terror error horror rumor metaphor anchor laser trailer dinner lunch supper butter pepper sugar beer tiger's transfer offer buffer printer marker framework container elevator calculator indicator generator reactor processor refrigerator era area idea media criteria data phenomenon one's stressor descriptor predictor estimator detector connector conductor barrier frontier quarter divider header folder pointer trigger burger cracker blender freezer cooler heater boiler mixer toaster charger adapter router amplifier transformer transistor capacitor resistor inductor projector scanner encoder decoder autoencoder classifier optimizer optimiser regularizer parameter perimeter diameter thermometer spectrometer cancer ulcer fever liver disorder anger hunger danger laughter newsletter chatter clutter glitter thriller bestseller sweater poster banner ladder drawer cellar polymer fiber fibre fertilizer disinfectant coolant pollutant contaminant antioxidant constant determinant variant implant transplant instant playlist checklist wishlist waitlist booster precursor cursor vapor tumor tumour rigor vigor splendor corridor ardor candor dinner breaker burner starter charter quarter crater theater theatre cylinder powder feeder blunder wonder murder surrender calendar solar jar radar guitar cellar altar nectar grammar seminar pillar dollar collar",
);
// Those the endings in PEOPLE don't show.
const ANIMATE =
  /(?:expert|talent|prospect|neighbour|saviour|newcomer|nanny|granny|delegate|advocate|candidate|magistrate|graduate|inmate|associate|athlete|acrobat|diplomat|bureaucrat|aristocrat|captive|detective|executive|representative|relative|operative|fugitive|intern|surgeon|dean|entrepreneur|amateur|chauffeur|thief|chief|youth|pal|buddy|rookie|zombie|deity|cyborg|mum|sheriff|fisher|vampire|employee|trainee|refugee|engineer|volunteer|student|agent|parent|resident|president|patient|opponent|proponent|recipient|adolescent|respondent|correspondent|actress|waitress|hostess|duchess|princess|wife|folk|mate|body|kin|lord|lady|monk|nun|priest|bishop|pope|saint|god|goddess|angel|demon|witch|wizard|gnome|elf|dwarf|fairy|goblin|troll|ogre|giant|mermaid|sprite|nymph|warlock|hermit|sentinel|oracle|seer|mage|knight|guard|guide|scout|spy|thief|bride|groom|twin|aunt|uncle|cousin|nephew|niece|baby|infant|toddler|teen|adult|clerk|cook|chef|coach|pilot|poet|host|guest|client|human|native|veteran|criminal|individual|professional|official|rival|duo|trio|pair|celebrity|personality|star|idol|spouse|sibling|monarch|duke|emperor|beast|creature|ghost|spirit|soul|wolf|fox|cat|dog|horse|bird|bear|lion|tiger|dragon|animal|alien|robot|android|being|patient|prodigy|genius|recluse|heir|orphan|widow|skeptic|critic|mechanic|cleric|medic|addict|convict|architect|suspect|subject|novice|apprentice|acolyte|ally|enemy|foe|stranger|voice|colleague|audience|crowd|public|government|jury|panel|congregation|community|village|army|gang|mob|troop|band|choir|orchestra|squad|class|company|firm)$/;

/** "our server": somebody who serves, where it might be a machine. */
export const SERVES =
  /^(?:waiter|waitress|server|guide|driver|teacher|doctor|boss|landlord|host|hostess|manager|instructor|bartender|chef|coach|nurse|tutor|captain|dentist|therapist|professor)$/;
export const MALE =
  /^(?:man|boy|father|brother|son|husband|uncle|grandfather|king|prince|gentleman|guy|nephew|dad|grandpa)$/;
export const FEMALE =
  /^(?:woman|girl|mother|sister|daughter|wife|aunt|grandmother|queen|princess|lady|niece|mom|grandma)$/;

export const TITLES = new Map<string, "he" | "she">([
  ["mr", "he"],
  ["sir", "he"],
  ["lord", "he"],
  ["king", "he"],
  ["prince", "he"],
  ["mrs", "she"],
  ["ms", "she"],
  ["miss", "she"],
  ["lady", "she"],
  ["queen", "she"],
  ["princess", "she"],
]);

// Verbs whose "-ing" form closes a sentence, by who can be meant to do it: the subject, a thing just named, or
// all that went before.
import { wordSet } from "../sentence/clauses.ts";

// What things do, and people hardly ever.
export const OF_THINGS = wordSet(
  "teeming glowing shining gleaming glistening glittering containing consisting stretching resembling dating measuring brimming overlooking blooming featuring spanning covering surrounding hanging lying towering dripping flowing swirling flickering shimmering smelling tasting costing weighing depicting recounting adorning lining flanking bordering",
);
export const PERCEIVES =
  /^(?:saw|sees|see|heard|hears|hear|noticed|notices|found|finds|watched|watches|met|meets|is|was|are|were|has|had|have|spotted|discovered|encountered|felt|feels)$/;

export const LEADS = wordSet("often also further even then still instead sometimes always");
// What may stand between commas without taking the tail for its own.
export const ASIDES = wordSet(
  "from such like including especially particularly in on at for despite",
);
// What is said of these is not done by those whose they are: "their hearts danced, thinking of …".
export const PARTS =
  /^(?:hearts?|minds?|eyes?|voices?|hands?|fingers?|thoughts?|faces?|bod(?:y|ies)|brains?|gazes?|words?|breaths?|steps|footsteps|fists?|lips?|arms?|legs?)$/;
// What somebody does beside something else; a thing just mentioned hardly ever does it.
export const ACTS = wordSet(
  "looking listening watching waiting smiling thinking feeling holding whispering wondering hoping knowing trying asking saying seeking pressing gripping clutching pulling pushing walking running stepping leaning staring gazing searching urging calling citing noting adding stressing emphasizing arguing claiming stating insisting praising thanking warning explaining describing expressing vowing promising marveling realizing realising recognizing acknowledging remembering recalling letting scanning savoring sipping nodding laughing grinning crying sobbing breathing planning determined eager reading writing studying",
);
export const GIVES_OVER =
  /^(?:allow(?:s|ed)?|enable[sd]?|help(?:s|ed)?|lets?|encourage[sd]?|invite[sd]?|force[sd]?|ask(?:s|ed)?|teach(?:es)?|taught|permit(?:s|ted)?|cause[sd]?|tells?|told|urge[sd]?|inspire[sd]?|compel(?:s|led)?|empower(?:s|ed)?|persuade[sd]?|motivate[sd]?|prompt(?:s|ed)?|prepare[sd]?|train(?:s|ed)?|requires?|required|expects?|expected)$/;
export const PERFORMS = /^(?:outperforming|surpassing|achieving|exceeding|reaching|beating)$/;
export const SHOWS =
  /^(?:show|demonstrate|indicate|confirm|reveal|prove|validate|suggest|highlight|underscore)(?:s|d|ed|n)?$/;
export const TEAMS = wordSet(
  "team club side band company group army crew party country nation way",
);
export const NAMED_MIN = 16;
export const EFFECTIVE = wordSet(
  "increasing reducing improving creating enhancing fostering promoting strengthening boosting expanding limiting preventing minimizing eliminating encouraging driving saving",
);
export const MENTAL = wordSet(
  "knowing thinking hoping believing wondering feeling realizing realising remembering recalling wishing wanting fearing trusting understanding loving hating longing yearning dreaming imagining",
);
// Verbs that tell what the subject gives or does, rather than what all of it leads to.
export const OWN = wordSet(
  "providing offering sending giving bringing letting turning opening adding featuring showcasing saving promoting restoring transforming",
);
// Verbs that tell an effect: what acts is the event, even after "she".
export const EFFECTS = wordSet(
  "making leaving causing allowing enabling leading resulting prompting sparking ensuring forcing meaning contributing paving raising triggering exacerbating worsening compounding perpetuating necessitating complicating",
);
// Verbs whose subject in "…, making" is the whole clause before.
export const CLAUSE_VERBS = new Map(
  `making make|allowing allow|enabling allow|leading lead|resulting result|ensuring ensure|helping help|causing cause|creating create|reducing reduce|improving improve|highlighting show|demonstrating show|showing show|underscoring show|contributing contribute|increasing increase|reflecting reflect|prompting prompt|sparking spark|forcing force|paving pave|leaving leave|fostering foster|eliminating eliminate|preventing prevent|minimizing minimize|raising raise|adding add|giving give|triggering trigger|limiting limit|hindering hinder|rendering make|strengthening strengthen|providing provide|offering offer|promoting promote|encouraging encourage|enhancing improve|saving save|posing pose|affecting affect|inspiring inspire|reminding remind|letting let|sending send|turning turn|showcasing show|emphasizing stress|emphasising stress|stressing stress|fueling fuel|fuelling fuel|enriching enrich|deepening deepen|reinforcing reinforce|solidifying solidify|cementing cement|expanding expand|simplifying simplify|complicating complicate|streamlining streamline|transforming transform|evoking evoke|driving drive|opening open|influencing influence|shaping shape|impacting affect|restoring restore|undermining undermine|weakening weaken|exacerbating worsen|intensifying intensify|disrupting disrupt|straining strain|heightening heighten|amplifying amplify|signaling signal|signalling signal|meaning mean|suggesting suggest|indicating indicate|implying imply|confirming confirm|revealing reveal|proving prove|threatening threaten|boosting boost|bringing bring`
    .split("|")
    .map((pair): [string, string] => {
      const [from = "", to = ""] = pair.split(" ");
      return [from, to];
    }),
);
// Verbs that tell what the subject does; where nobody can tell who that is, what it did does it too:
// "…, casting a glow over the hall" → "This cast a glow over the hall".
export const DEEDS_OR_EFFECTS = wordSet(
  "casting altering delaying slowing isolating freeing easing sealing securing marking attracting perpetuating hampering impeding jeopardizing endangering broadening widening narrowing lowering maximizing optimizing accelerating facilitating empowering motivating unlocking bridging diluting eroding worsening entrenching spurring stoking blurring obscuring igniting bathing yielding generating blocking safeguarding sustaining preserving bolstering validating neutralizing depriving discouraging deterring exposing necessitating complicating fragmenting illuminating overshadowing escalating compounding diminishing tarnishing damaging harming hurting benefiting advancing amplifying magnifying granting lending removing drowning engulfing enveloping plunging sending shattering breaking disrupting displacing undercutting crippling paralyzing shifting reshaping redefining revolutionizing alleviating relieving mitigating lightening cutting doubling tripling boosting elevating invigorating rejuvenating nourishing spoiling ruining delighting enraging infuriating angering alarming surprising shocking stunning frustrating confusing disappointing",
);
// Adjectives that look like an "-ing": "is stunning".
export const LIKE =
  /^(?:(?:dis)?heartening|frightening|sickening|maddening|saddening|worrying|troubling|disturbing|unsettling|humbling|devastating|thrilling|astonishing|stunning|amazing|charming|inviting|outstanding|interesting|exciting|welcoming|refreshing|fascinating|surprising|disappointing|overwhelming|compelling|promising|demanding|appealing|pressing|striking|terrifying|deafening|encouraging|rewarding|challenging|convincing|satisfying|confusing|frustrating|alarming|daunting|breathtaking|captivating|touching|moving|inspiring|engaging|underwhelming|warming|lacking|boring|tiring|filling|soothing|relaxing)$/;

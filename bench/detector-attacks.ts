// Eleven mechanical changes that anyone can make to a text in seconds. Each takes the text and a
// random generator and leaves the meaning alone. They are not the ones used in training.

export type Attack = { readonly name: string; apply(text: string, random: () => number): string };

export const ATTACKS: readonly Attack[] = [
  { name: "look-alikes", apply: (text) => text.replaceAll(/[aceopxyABCEHIKMOPTX]/g, lookAlike) },
  {
    name: "zero-width",
    apply: (text, random) =>
      [...text].map((char) => (random() < 0.3 ? `${char}\u200b` : char)).join(""),
  },
  {
    name: "extra spaces",
    apply: (text, random) =>
      text.replaceAll(/ /g, (space) =>
        random() < 0.3 ? space.repeat(2 + Math.floor(random() * 3)) : space,
      ),
  },
  { name: "case", apply: changeCase },
  { name: "misspellings", apply: misspell },
  {
    name: "dropped articles",
    apply: (text, random) =>
      text.replaceAll(/\b(?:[Tt]he|[Aa]n?) /g, (found) => (random() < 0.5 ? "" : found)),
  },
  {
    name: "number swaps",
    apply: (text, random) =>
      text.replaceAll(/\d/g, (digit) =>
        random() < 0.5 ? String(Math.floor(random() * 10)) : digit,
      ),
  },
  { name: "British/American spelling", apply: (text) => swapWords(text, SPELLINGS, () => true) },
  {
    name: "inserted paragraphs",
    apply: (text, random) =>
      text.replaceAll(/(?<=[.!?]["')]?) (?=["'A-Z])/g, (gap) => (random() < 0.5 ? "\n\n" : gap)),
  },
  { name: "synonyms", apply: (text, random) => swapWords(text, SYNONYMS, () => random() < 0.5) },
  { name: "punctuation", apply: changePunctuation },
];

const LOOK_ALIKES = new Map(
  [..."aceopxyABCEHIKMOPTX"].map((latin, i) => [latin, "асеорхуАВСЕНІКМОРТХ".charAt(i)]),
);

function lookAlike(letter: string): string {
  return LOOK_ALIKES.get(letter) ?? letter;
}

/** Every other text loses its capitals, the rest have one letter in twenty flipped. */
function changeCase(text: string, random: () => number): string {
  if (random() < 0.5) return text.toLowerCase();
  return text.replaceAll(/\p{L}/gu, (letter) => {
    if (random() >= 0.05) return letter;
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}

/** One longer word in ten loses a letter, doubles one or has two swapped. */
function misspell(text: string, random: () => number): string {
  return text.replaceAll(/[A-Za-z]{4,}/g, (word) => {
    if (random() >= 0.1) return word;
    const at = 1 + Math.floor(random() * (word.length - 2));
    const kind = Math.floor(random() * 3);
    if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
    if (kind === 1) return word.slice(0, at) + word.charAt(at) + word.slice(at);
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  });
}

/** A third of the commas go, some stops become semicolons or exclamation marks. */
function changePunctuation(text: string, random: () => number): string {
  return text.replaceAll(/[,;:.—"]/g, (mark) => {
    const draw = random();
    if (mark === "." && draw < 0.1) return random() < 0.5 ? ";" : "!";
    if (mark !== "." && draw < 0.33) return mark === "—" ? ", " : "";
    return mark;
  });
}

function swapWords(
  text: string,
  table: ReadonlyMap<string, string>,
  choose: () => boolean,
): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const other = table.get(word.toLowerCase());
    if (other === undefined || !choose()) return word;
    return word.charAt(0) === word.charAt(0).toUpperCase()
      ? other.charAt(0).toUpperCase() + other.slice(1)
      : other;
  });
}

function pairs(list: string, both: boolean): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const entry of list.trim().split(/\s+/)) {
    const [from = "", to = ""] = entry.split("=");
    if (!table.has(from)) table.set(from, to);
    if (both && !table.has(to)) table.set(to, from);
  }
  return table;
}

const SPELLINGS = pairs(
  `color=colour colors=colours favorite=favourite favor=favour behavior=behaviour neighbor=neighbour
  neighbors=neighbours honor=honour labor=labour humor=humour flavor=flavour center=centre centers=centres
  theater=theatre meter=metre liter=litre defense=defence license=licence organize=organise
  organized=organised organization=organisation organizations=organisations realize=realise
  realized=realised recognize=recognise recognized=recognised analyze=analyse analyzed=analysed
  emphasize=emphasise emphasizes=emphasises optimize=optimise minimize=minimise maximize=maximise
  prioritize=prioritise utilize=utilise utilizing=utilising characterized=characterised
  traveled=travelled traveling=travelling canceled=cancelled labeled=labelled modeling=modelling
  fulfill=fulfil skillful=skilful gray=grey program=programme catalog=catalogue dialog=dialogue
  aging=ageing judgment=judgement toward=towards afterward=afterwards specialized=specialised
  personalized=personalised criticize=criticise summarize=summarise visualize=visualise
  memorize=memorise apologize=apologise jewelry=jewellery mom=mum math=maths airplane=aeroplane`,
  true,
);

const SYNONYMS = pairs(
  `important=weighty big=sizeable large=sizeable small=minor good=fine bad=poor great=grand fast=speedy
  quick=speedy slow=sluggish happy=cheerful sad=gloomy begin=commence start=commence end=conclude
  help=aid show=display use=apply make=produce give=grant get=acquire need=want think=reckon know=realise
  see=notice find=discover tell=advise ask=query try=endeavour keep=hold let=permit put=place
  people=persons children=youngsters problem=difficulty problems=difficulties idea=thought ideas=thoughts
  way=manner ways=manners place=spot work=labour job=post home=dwelling house=dwelling road=street
  money=cash story=tale stories=tales book=volume answer=response question=query change=shift
  changes=shifts increase=growth decrease=decline improve=better develop=build support=back allow=permit
  provide=supply provides=supplies include=contain includes=contains ensure=secure ensures=secures
  create=craft creates=crafts understand=comprehend understanding=grasp explore=probe various=diverse
  many=countless several=multiple often=regularly usually=normally always=invariably never=nowhere
  really=truly very=highly quite=fairly almost=practically also=likewise however=still therefore=hence
  because=since although=though while=whereas during=amid before=prior after=following about=regarding
  around=roughly between=amid through=via within=inside without=lacking significant=marked
  essential=vital crucial=key complex=intricate simple=basic easy=effortless difficult=tough hard=tough
  new=novel old=ancient young=youthful beautiful=pretty strong=sturdy weak=feeble rich=affluent
  poor=needy common=usual rare=scarce clear=evident certain=sure possible=feasible likely=probable
  different=distinct similar=alike same=identical entire=full whole=complete main=primary
  world=planet country=nation city=town family=kin friend=companion friends=companions life=existence
  time=period day=date year=twelvemonth moment=instant experience=ordeal feeling=emotion
  believe=trust feel=sense want=desire like=enjoy love=adore hate=detest speak=talk say=remark says=remarks
  said=remarked walk=stroll run=dash look=gaze looked=gazed went=headed came=arrived took=grabbed`,
  false,
);

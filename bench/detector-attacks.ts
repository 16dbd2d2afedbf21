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

// Only pairs that fit wherever the first word does: a swap that breaks the grammar is another attack.
const SYNONYMS = pairs(
  `important=significant big=large small=little great=grand fast=quick quick=rapid slow=sluggish
  happy=glad sad=unhappy begin=start begins=starts starts=begins help=assist helps=assists show=demonstrate
  shows=demonstrates showed=demonstrated use=employ uses=employs used=employed make=create makes=creates
  need=require needs=requires think=believe thinks=believes find=discover finds=discovers found=discovered
  try=attempt tries=attempts tried=attempted people=individuals children=kids problem=issue problems=issues
  idea=notion ideas=notions way=manner ways=manners place=spot places=spots job=occupation money=cash
  story=tale stories=tales answer=response answers=responses change=shift changes=shifts
  increase=growth improve=enhance improves=enhances develop=build support=back allow=permit allows=permits
  provide=supply provides=supplies include=contain includes=contains ensure=guarantee ensures=guarantees
  create=make creates=makes understand=grasp explore=examine explores=examines various=diverse
  many=numerous several=multiple often=frequently usually=normally really=truly very=extremely quite=rather
  almost=nearly also=additionally however=nevertheless therefore=thus although=though while=whereas
  significant=notable essential=vital crucial=vital complex=intricate simple=basic easy=straightforward
  difficult=challenging hard=tough beautiful=lovely strong=powerful weak=feeble rich=wealthy
  common=widespread rare=uncommon clear=evident certain=sure possible=feasible likely=probable
  different=distinct similar=comparable entire=whole whole=entire main=primary country=nation
  countries=nations friend=companion friends=companions moment=instant feeling=emotion feelings=emotions
  believe=think believes=thinks said=stated says=states looked=gazed large=big start=begin started=began
  journey=trip goal=aim goals=aims method=approach methods=approaches result=outcome results=outcomes
  benefit=advantage benefits=advantages area=region areas=regions aspect=facet aspects=facets
  challenge=difficulty challenges=difficulties opportunity=chance opportunities=chances
  effective=efficient overall=general vital=crucial quickly=rapidly slowly=gradually carefully=cautiously
  approximately=roughly primarily=mainly completely=entirely immediately=instantly recently=lately
  frequently=often finally=lastly especially=particularly particularly=especially`,
  false,
);

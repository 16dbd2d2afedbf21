// Queries as people type them, made from the shipped data, with the records that answer them. The published half asks
// for records with odd ids, the sealed half for those with even ids, so that nothing tuned on the published queries has
// seen the sealed ones.
import { createRandom, editOnce, type Random } from "../evaluation/seeded-random.ts";
import type { Kind } from "../src/locations/data/records.ts";
import { type Gazetteer, type Record as Place, readGazetteer } from "./gazetteer.ts";

export type Half = "published" | "sealed";
export type TestQuery = { query: string; kind: Kind; right: number[]; group: string };

/** The service takes at most this many characters. */
const QUERY_LENGTH_MAX = 100;
/** At every draw that gives no fair query another is made; this many failures are a fault of the maker. */
const TRIES_MAX = 20_000;

/** As many queries of every group; the same seed gives the same queries. */
export function makeQueries(seed: number, half: Half, each = 100): TestQuery[] {
  const tools = createTools(readGazetteer(), createRandom(seed), half);
  const groups = Object.entries(GROUPS);
  return groups.flatMap(([group, make]) => {
    const made = new Map<string, TestQuery>();
    for (let tries = 0; made.size < each; tries += 1) {
      if (tries === TRIES_MAX) throw new Error(`"${group}" gives only ${made.size} queries`);
      const draft = make(tools);
      const query = draft?.query.replace(/\s+/g, " ").trim() ?? "";
      if (!draft || query.length > QUERY_LENGTH_MAX || draft.right.length === 0) continue;
      const right = [...new Set(draft.right)].toSorted((a, b) => a - b);
      made.set(query, { ...draft, query, right, group });
    }
    return [...made.values()];
  });
}

export function formatQueries(queries: readonly TestQuery[]): string {
  const rows = queries.map(({ query, kind, right, group }) =>
    [query, 3, kind, right.length === 1 ? right[0] : "", right.join(" "), group]
      .map((cell) => quoteCell(String(cell)))
      .join(","),
  );
  return `${["query,limit,expected_kind,expected_id,right_ids,comment", ...rows].join("\n")}\n`;
}

function quoteCell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Draft = Omit<TestQuery, "group">;
type Tools = ReturnType<typeof createTools>;

/** One group a kind of query that issue threads, forums and address fields show. */
const GROUPS: { [group: string]: (tools: Tools) => Draft | null } = {
  "name + district": ({ drawMarket, districtOf, answer }) => {
    const { market, typed } = drawMarket();
    const district = districtOf(market);
    return answer(`${typed} ${district}`, market, { typed, district });
  },
  "name + state": ({ drawMarket, stateOf, answer }) => {
    const { market, typed } = drawMarket();
    const state = stateOf(market);
    return answer(`${typed} ${state}`, market, { typed, state });
  },
  "name + district + state": ({ drawMarket, districtOf, stateOf, answer }) => {
    const { market, typed } = drawMarket();
    const [district, state] = [districtOf(market), stateOf(market)];
    return answer(`${typed} ${district} ${state}`, market, { typed, district, state });
  },
  "name + generic word": ({ drawMarket, word, random, answer }) => {
    const { market, typed } = drawMarket();
    const generic = word("generic", ["en", "hi-Latn", "mr-Latn"]);
    const query = random.below(4) === 0 ? `${generic} ${typed}` : `${typed} ${generic}`;
    return answer(query, market, { typed });
  },
  "name + commodity": ({ drawMarket, word, random, answer }) => {
    const { market, typed } = drawMarket();
    const commodity = word("commodity", ["en", "hi-Latn", "mr-Latn", "te-Latn", "ta-Latn"]);
    const query = random.below(2) === 0 ? `${commodity} ${typed}` : `${typed} ${commodity}`;
    return answer(query, market, { typed });
  },
  "reversed order": ({ drawMarket, districtOf, stateOf, random, answer }) => {
    const { market, typed } = drawMarket();
    const [district, state] = [districtOf(market), stateOf(market)];
    return random.below(2) === 0
      ? answer(`${state} ${district} ${typed}`, market, { typed, district, state })
      : answer(`${district} ${typed}`, market, { typed, district });
  },
  "commas and hyphens": ({ drawMarket, districtOf, stateOf, random, answer }) => {
    const { market, typed } = drawMarket();
    const [district, state] = [districtOf(market), stateOf(market)];
    const joint = random.pick([", ", ",", " - ", "-", " / ", "; "]);
    const parts = [typed, district, state, ...(random.below(3) === 0 ? ["India"] : [])];
    return answer(parts.join(joint), market, { typed, district, state });
  },
  "typo with context": ({ drawMarket, districtOf, stateOf, random, misspell, answer }) => {
    const { market, typed } = drawMarket();
    const [district, state] = [districtOf(market), stateOf(market)];
    const context = random.below(2) === 0 ? { district } : { state };
    const query = misspell(`${typed} ${Object.values(context).join(" ")}`);
    return query === null ? null : answer(query, market, { typed, ...context });
  },
  "another script with context": ({ drawNative, random, word, answerNative }) => {
    const drawn = drawNative();
    if (!drawn) return null;
    const { market, lang, typed, district } = drawn;
    return random.below(2) === 0
      ? answerNative(`${typed} ${district}`, market)
      : answerNative(
          `${typed} ${word("commodity", [lang])} ${word("noise", [lang])} ${district}`,
          market,
        );
  },
  "two scripts": ({ drawNative, districtOf, random, answerNative }) => {
    const drawn = drawNative();
    if (!drawn) return null;
    const { market, typed, district } = drawn;
    return random.below(2) === 0
      ? answerNative(`${typed} ${districtOf(market)}`, market)
      : answerNative(`${market.typedName} ${district}`, market);
  },
  "other name with context": ({ drawMarket, drawAlias, districtOf, stateOf, random, answer }) => {
    if (random.below(2) === 0) {
      const { market, typed } = drawMarket();
      const district = drawAlias("district", market.district);
      return district === null ? null : answer(`${typed} ${district}`, market, { typed, district });
    }
    const { market } = drawMarket({ hasAlias: true });
    const typed = drawAlias("market", market);
    if (typed === null) return null;
    const [district, state] = [districtOf(market), stateOf(market)];
    return random.below(2) === 0
      ? answer(`${typed} ${state}`, market, { typed, state })
      : answer(`${typed}, ${district}`, market, { typed, district });
  },
  "short form of the state": ({ drawMarket, shortForm, random, answer }) => {
    const { market, typed } = drawMarket();
    const state = shortForm(market.state);
    return state === null
      ? null
      : answer(`${typed}${random.pick([" ", ", "])}${state}`, market, { typed, state });
  },
  "district + state": ({ drawDistrict, stateOf, shortForm, random, answer }) => {
    const { district, typed } = drawDistrict();
    const state = random.below(3) === 0 ? shortForm(district.state) : stateOf(district);
    const noise = random.pick(["", "", " district", ", India"]);
    return state === null ? null : answer(`${typed} ${state}${noise}`, district, { typed, state });
  },
  "another name of a district, for markets": ({ drawDistrict, drawAlias, random, word }) => {
    const { district } = drawDistrict({ hasAlias: true, hasMarkets: true });
    const typed = drawAlias("district", district);
    if (typed === null) return null;
    const query = random.below(2) === 0 ? typed : `${typed} ${word("generic", ["en", "hi-Latn"])}`;
    return { query, kind: "market", right: district.marketsOfName(typed) };
  },
  "PIN code": ({ drawPincode, random }) => {
    const { pincode, districts, markets } = drawPincode();
    const query = random.below(2) === 0 ? pincode : `${pincode.slice(0, 3)} ${pincode.slice(3)}`;
    return random.below(2) === 0
      ? { query, kind: "district", right: districts }
      : { query, kind: "market", right: markets };
  },
  "first three digits of a PIN": ({ drawPincode, districtsOfPrefix }) => {
    const prefix = drawPincode().pincode.slice(0, 3);
    return { query: prefix, kind: "district", right: districtsOfPrefix(prefix) };
  },
  "question about a price": ({ drawMarket, districtOf, word, random, answer }) => {
    const { market, typed } = drawMarket();
    const commodity = word("commodity", ["en", "hi-Latn"]);
    const district = districtOf(market);
    const query = random.pick([
      `aaj ka mandi bhav ${typed}`,
      `${typed} mandi rate today`,
      `${typed} mandi ${commodity} ka bhav`,
      `${commodity} price today in ${typed}`,
      `${typed} ${commodity} rate`,
      `today ${commodity} price at ${typed} market`,
      `${typed} market price list`,
      `${typed} apmc live bhav`,
    ]);
    return random.below(2) === 0
      ? answer(query, market, { typed })
      : answer(`${query} ${district}`, market, { typed, district });
  },
  "everything at once": ({ drawMarket, districtOf, stateOf, word, random, answer }) => {
    const { market, typed } = drawMarket();
    const [district, state] = [districtOf(market), stateOf(market)];
    const commodity = word("commodity", ["en", "hi-Latn"]);
    const generic = word("generic", ["en", "hi-Latn"]);
    const query = random.pick([
      `${commodity} rate ${typed} ${generic} ${district} ${state}`,
      `${typed} ${generic}, ${district} district, ${state}, India`,
      `${state} ${district} ${typed} ${generic} ${commodity} bhav today`,
    ]);
    return answer(query, market, { typed, district, state });
  },
  "address with a PIN": ({ drawMarket, districtOf, stateOf, pincodeOf, random, answer }) => {
    const { market, typed } = drawMarket();
    const pincode = pincodeOf(market);
    if (pincode === null) return null;
    const [district, state] = [districtOf(market), stateOf(market)];
    const query = random.pick([
      `${typed}, ${district}, ${state} ${pincode}`,
      `${typed}, Dist. ${district}, ${state} - ${pincode}`,
      `${typed} ${district} ${pincode}`,
    ]);
    return answer(query, market, { typed, district });
  },
  "unknown word": ({ drawMarket, districtOf, unknownWord, random, answer }) => {
    const { market, typed } = drawMarket();
    const district = districtOf(market);
    const parts = [typed, district];
    parts.splice(random.below(3), 0, unknownWord());
    return answer(parts.join(" "), market, { typed, district });
  },
};

type Context = { typed: string; district?: string; state?: string };

function createTools(gazetteer: Gazetteer, random: Random, half: Half) {
  const isOfHalf = ({ id }: Place) => (id % 2 === 1) === (half === "published");
  const markets = gazetteer.markets.filter(isOfHalf);
  const districts = gazetteer.districts.filter(isOfHalf);
  const languages = new Set(gazetteer.words.map(({ lang }) => lang));
  const locals = gazetteer.locals.filter(
    ({ place, lang }) => place.kind === "market" && isOfHalf(place) && languages.has(lang),
  );
  const pincodes = gazetteer.pincodes.filter(({ pincode }) =>
    isOfHalf({ id: Number(pincode) } as Place),
  );
  const spell = (text: string) => (random.below(3) === 0 ? text : text.toLowerCase());

  return {
    random,
    /** A market, and its name as somebody types it: without the suffix, with or without what is generic in it. */
    drawMarket(wanted: { hasAlias?: boolean } = {}) {
      const list = wanted.hasAlias ? markets.filter(({ aliases }) => aliases.length > 0) : markets;
      const market = random.pick(list);
      return { market, typed: spell(random.below(2) === 0 ? market.typedName : market.core) };
    },
    drawDistrict(wanted: { hasAlias?: boolean; hasMarkets?: boolean } = {}) {
      const district = random.pick(
        districts.filter(
          (place) =>
            (!wanted.hasAlias || place.aliases.length > 0) &&
            (!wanted.hasMarkets || place.markets.length > 0),
        ),
      );
      const marketsOfName = (typed: string) =>
        [...gazetteer.called("district", typed)]
          .flatMap((place) => place.markets.map(({ id }) => id))
          .concat(gazetteer.find("market", { typed }));
      return { district: { ...district, marketsOfName }, typed: spell(district.typedName) };
    },
    /** A market with a checked name in another script, its district's in the same language. */
    drawNative() {
      const { place: market, lang, name } = random.pick(locals);
      const district = gazetteer.locals.find(
        (local) => local.place === market.district && local.lang === lang,
      );
      return district === undefined ? null : { market, lang, typed: name, district: district.name };
    },
    drawAlias(kind: Kind, place: Place | null): string | null {
      if (place === null || place.kind !== kind || place.aliases.length === 0) return null;
      return spell(random.pick(place.aliases));
    },
    districtOf: ({ district }: Place) => spell(district?.typedName ?? ""),
    stateOf: ({ state }: Place) => spell(state?.typedName ?? ""),
    shortForm(state: Place | null): string | null {
      const forms = gazetteer.shortForms.get(state?.id ?? 0) ?? [];
      if (forms.length === 0) return null;
      const form = random.pick(forms);
      const isCode = /^[A-Z]{2}$/.test(form);
      return isCode && random.below(3) === 0 ? `${form[0]}.${form[1]}.` : spell(form);
    },
    word(kind: "generic" | "noise" | "commodity", langs: readonly string[]): string {
      return random.pick(
        gazetteer.words.filter((row) => row.kind === kind && langs.includes(row.lang)),
      ).word;
    },
    /** One edit in a word of five letters or more that gives no word of another name. */
    misspell(query: string): string | null {
      const words = query.split(" ");
      const long = words.flatMap((word, at) => (/^[a-z]{5,}$/i.test(word) ? [at] : []));
      if (long.length === 0) return null;
      const at = random.pick(long);
      const edited = editOnce((words[at] ?? "").toLowerCase(), random);
      if (edited === words[at]?.toLowerCase() || gazetteer.isWord(edited)) return null;
      return words.with(at, edited).join(" ");
    },
    /** A word of consonants that stand in no name, such as a user's typing error or a shop's name. */
    unknownWord(): string {
      return Array.from({ length: 7 }, () => random.pick([..."bcdfgjkqvwxz"])).join("");
    },
    drawPincode() {
      const { pincode } = random.pick(pincodes);
      const right = gazetteer.districtsOfPincode(pincode);
      return {
        pincode,
        districts: right.map(({ id }) => id),
        markets: right.flatMap((district) => district.markets.map(({ id }) => id)),
      };
    },
    districtsOfPrefix: (prefix: string) => gazetteer.districtsOfPincode(prefix).map(({ id }) => id),
    pincodeOf({ district }: Place): string | null {
      const own = gazetteer.pincodes.filter(({ districtId }) => districtId === district?.id);
      return own.length === 0 ? null : random.pick(own).pincode;
    },
    /** The query with every record that it names: all of that name in all districts and states of that name. */
    answer(query: string, { kind }: Place, context: Context): Draft {
      return { query, kind, right: gazetteer.find(kind, context) };
    },
    answerNative(query: string, market: Place): Draft {
      const right = gazetteer.markets.filter(
        ({ core, district }) => core === market.core && district === market.district,
      );
      return { query, kind: "market", right: right.map(({ id }) => id) };
    },
  };
}

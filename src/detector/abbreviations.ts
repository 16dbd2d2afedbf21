// Words before whose full stop, or after it, a sentence boundary is decided: lists of English
// abbreviations with a few of the commonest in other European languages.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Abbreviations that a name, number or explanation follows: their stop ends no sentence. */
export const NEVER_ENDS = words(`
  mr mrs ms mx dr prof rev fr hon gov sen rep gen col maj capt cmdr lt sgt cpl pvt adm pres supt
  st mt ft messrs mme mlle sra srta sr. dra ing dipl
  vs v viz cf e.g i.e eg ie ca approx resp incl excl esp
  fig figs eq eqs ch sec secs art arts no nos vol vols pp p par para ed eds trans tab app ex
  jan feb mar apr jun jul aug sep sept oct nov dec
  mon tue tues wed thu thur thurs fri sat sun
  z.b d.h u.a bzw ggf vgl p.ej pág núm
`);

/** Abbreviations that may also be the last word: what follows decides. */
export const CAN_END = words(`
  etc inc ltd co corp llc plc bros jr sr esq al dept univ assn ave blvd rd
  u.s u.k u.n u.s.a e.u d.c l.a n.y a.m p.m am pm ph.d m.d b.a m.a b.s m.s b.c a.d b.c.e c.e
  lb lbs oz ft in hr hrs min sec km cm mm kg
`);

/** Words that start sentences and hardly ever a name. */
export const STARTERS = words(`
  The A An This That These Those There Here It Its He She They We I You My Our His Her Their Your
  In On At By For From With Without To Of As If When While Although Though Because Since After
  Before Until During Despite Once Unless Whether However Moreover Furthermore Therefore Thus
  Hence Meanwhile Nevertheless Also But And Or So Yet Nor Not No Yes What Why How Who Where Which
  Some Many Most Each Every All Both Such One Two Three Then Now Even Still Just Only Let Perhaps
  Maybe Today Finally First Second Third Another Other Others Among Between Under Over According
`);

// How formal a text is: academic, legal and medical prose keeps its wording.

/** Academic, legal or medical: rules for plain prose only stay away. */
export function isFormalProse(text: string): boolean {
  // One phrase of a paper's own, or several terms of a field.
  if (PAPER.test(text)) return true;
  const words = text.match(/\p{L}+(?:['’]\p{L}+)?/gu)?.length ?? 0;
  const formal = text.match(FORMAL) ?? [];
  const kinds = new Set(formal.map((word) => word.toLowerCase())).size;
  return kinds >= 2 && formal.length / words >= 0.012;
}

const PAPER =
  /\b(?:this (?:paper|study|thesis|article|work) (?:presents?|proposes?|introduces?|investigates?|examines?|explores?|aims?|addresses)|in this (?:paper|study|thesis|work)|we (?:propose|introduce|present|investigate) (?:a|an|the)|our (?:findings|experiments|results)|experimental results|pursuant to|hereinafter|the parties hereto|randomi[sz]ed (?:controlled )?trial)\b/i;

const FORMAL =
  /\b(?:abstract|dataset|datasets|et al|hypothes[ie]s|methodology|baselines?|state-of-the-art|empirical|empirically|algorithms?|neural|theorem|lemma|proofs?|coefficients?|regression|variance|p-value|this paper|this study|this thesis|we propose|we present|our approach|our method|our findings|experimental results|outperforms?|benchmarks?|framework|hereby|herein|hereto|thereof|pursuant|notwithstanding|shall|plaintiffs?|defendants?|statutes?|liability|indemnify|jurisdiction|lessee|lessor|warrant(?:y|ies)|patients?|clinical|clinically|diagnos[ie]s|diagnosed|dose|dosage|mg|symptoms?|placebo|cohort|serum|tumou?rs?|carcinoma|efficacy|prognosis|pathology|randomi[sz]ed|prevalence|mortality|therapy|physicians?)\b/gi;

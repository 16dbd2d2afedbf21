// How often human texts are called likely AI, as measured. The figures are those of models/CARD.md and change with
// the model; test/false-alarms.test.ts compares them.

export const FALSE_ALARMS =
  "On texts like those it was made with, 0.1 % of human texts were called likely AI; on texts from other sources, 0.4 %.";

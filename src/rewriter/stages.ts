// How far a rewrite has come, as one share over its stages.

/** Shares of the time, as measured on texts of several pages. */
const PARTS = { reading: 0.1, words: 0.05, cuts: 0.25, weighing: 0.6 } as const;

type Stage = keyof typeof PARTS;

export type Stages = {
  /** Takes how much of a stage is done, 0…1. */
  at(stage: Stage): (share: number) => void;
};

/** The sum never falls: a stage that was skipped or ended early counts as done with the next. */
export function trackStages(onProgress: ((share: number) => void) | undefined): Stages {
  let told = 0;
  return {
    at(stage) {
      const names = Object.keys(PARTS) as Stage[];
      const before = names
        .slice(0, names.indexOf(stage))
        .reduce((sum, name) => sum + PARTS[name], 0);
      return (share) => {
        const now = before + PARTS[stage] * share;
        if (onProgress === undefined || now <= told) return;
        told = now;
        onProgress(now);
      };
    },
  };
}

// The directory that is being served, and replacing it while requests are running.
import type { Dataset } from "./data/dataset.ts";
import { buildDirectory, type Directory } from "./directory.ts";

export type Locations = {
  current(): Directory;
  /** Serves another data set from the next request on; requests under way finish on the old one. */
  replace(dataset: Dataset): void;
};

export function createLocations(dataset: Dataset, appVersion: string): Locations {
  let directory = buildDirectory(dataset, appVersion);
  return {
    current: () => directory,
    replace(next) {
      directory = buildDirectory(next, appVersion);
    },
  };
}

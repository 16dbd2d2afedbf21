// The languages in which records have names.

import { describeLanguage } from "../data/languages.ts";
import type { Directory } from "../directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { createBody } from "./replies.ts";
import * as schemas from "./schemas-places.ts";

export function languageRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/languages",
      schema: schemas.listLanguages,
      answer: () => {
        const { places, etag } = current();
        const data = places.countLanguages().map(({ lang, counts, shown }) => {
          const { name, nativeName, script } = describeLanguage(lang);
          return { lang, name, native_name: nativeName, script, counts, shown };
        });
        const json = JSON.stringify({ status: "success", data, count: data.length });
        return { body: createBody(json), etag };
      },
    },
  ];
}

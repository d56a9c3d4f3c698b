import { searchPlace } from "@blueprint/contract/guide";
import { queryOptions } from "@tanstack/react-query";
import { bodyQuery } from "../../../lib/data-query.ts";
import { readPass } from "../place/place-pass.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";

/** What a place says about a question; asks nothing without one. */
export function searchPlaceQuery(slug: string, { key, as }: PlaceEyes, question: string) {
  const pass = readPass(slug);
  const credentials = {
    ...(pass === null ? {} : { pass }),
    ...(key === undefined ? {} : { key }),
    ...(as === undefined ? {} : { as }),
  };
  const body = { question, ...credentials };
  return queryOptions({ ...bodyQuery(searchPlace, { params: { slug }, body }), enabled: question !== "" });
}

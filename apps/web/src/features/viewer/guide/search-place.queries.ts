import { openConversation } from "@blueprint/contract/conversations";
import { searchPlace } from "@blueprint/contract/guide";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { bodyQuery } from "../../../lib/data-query.ts";
import { readPass } from "../place/place-pass.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";

/** What a place says about a question; asks nothing without one. */
export function searchPlaceQuery(slug: string, eyes: PlaceEyes, question: string) {
  const body = { question, ...toCredentials(slug, eyes) };
  return queryOptions({ ...bodyQuery(searchPlace, { params: { slug }, body }), enabled: question !== "" });
}

/** A ticket for one connection to the guide of a place. */
export async function getTicket(slug: string, eyes: PlaceEyes): Promise<string> {
  const { ticket } = await api(openConversation, { params: { slug }, body: toCredentials(slug, eyes) });
  return ticket;
}

function toCredentials(slug: string, { key, as }: PlaceEyes) {
  const pass = readPass(slug);
  return {
    ...(pass === null ? {} : { pass }),
    ...(key === undefined ? {} : { key }),
    ...(as === undefined ? {} : { as }),
  };
}

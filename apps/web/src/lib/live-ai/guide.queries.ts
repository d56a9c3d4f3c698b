import { getGuide } from "@blueprint/contract/conversations";
import { dataQuery } from "../data-query.ts";

/** Which AI service answers visitors in sentences, if any. */
export const guideQuery = dataQuery(getGuide, {});

import { getPriceBook } from "@blueprint/contract/plans";
import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "./data-query.ts";

/** What this installation sells. An operator may have replaced the built-in price book, so it is always the server's. */
export const priceBookQuery = queryOptions({
  ...dataQuery(getPriceBook, {}),
  gcTime: Number.POSITIVE_INFINITY,
});

import { getPriceBook } from "@blueprint/contract/plans";
import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "./data-query.ts";

/**
 * This installation's prices. An operator may have replaced the built-in price book, so they always come from the
 * server.
 */
export const priceBookQuery = queryOptions({
  ...dataQuery(getPriceBook, {}),
  gcTime: Number.POSITIVE_INFINITY,
});

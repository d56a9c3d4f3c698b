import { getPriceBook } from "@blueprint/contract/plans";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** What this installation sells. An operator may have replaced the built-in price book, so it is always the server's. */
export const priceBookQuery = queryOptions({
  queryKey: [getPriceBook.url],
  queryFn: ({ signal }) => api(getPriceBook, {}, { signal }),
  gcTime: Number.POSITIVE_INFINITY,
});

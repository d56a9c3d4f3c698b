import type { SheetProblemDetails } from "@blueprint/sign-sheets/sheet-problem";

/** A problem of a sign, by its place in the order. */
export type OrderProblem = SheetProblemDetails & { readonly sign: number };

/** What the process that makes an order's sheets answers: progress several times, then one of the others. */
export type SheetAnswer =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "made"; readonly bytes: Uint8Array }
  | { readonly kind: "problem"; readonly problem: OrderProblem }
  | { readonly kind: "failed"; readonly message: string };

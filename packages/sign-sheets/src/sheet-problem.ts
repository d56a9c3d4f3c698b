/** What is wrong with a sign, in data: the product words it. */
export type SheetProblemDetails =
  | { readonly kind: "text-not-printable"; readonly part: SignText; readonly characters: string[] }
  | { readonly kind: "text-too-long"; readonly part: SignText }
  | {
      readonly kind: "code-not-readable";
      /** The code's printed width without its quiet zone. */
      readonly widthMm: number;
      /** The width that would be readable from the wanted distance, or null when size isn't the reason. */
      readonly neededWidthMm: number | null;
      /** The distance from which the printed code would be readable, or null when size isn't the reason. */
      readonly readableFromMm: number | null;
    };

/** The texts of a sign. */
export type SignText = "title" | "line" | "code" | "address";

/** A sign that can't be printed as ordered. */
export class SheetProblem extends Error {
  override readonly name = "SheetProblem";
  readonly kind: SheetProblemDetails["kind"];
  /** The sign's index in the order. */
  readonly signIndex: number;
  readonly details: SheetProblemDetails;

  constructor(signIndex: number, details: SheetProblemDetails) {
    super(`Sign ${signIndex}: ${JSON.stringify(details)}`);
    this.signIndex = signIndex;
    this.kind = details.kind;
    this.details = details;
  }
}

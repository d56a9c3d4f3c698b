import { makeSheets, type SheetOrder } from "@blueprint/sign-sheets/make-sheets";
import { SheetProblem } from "@blueprint/sign-sheets/sheet-problem";
import type { SheetAnswer } from "./sheet-messages.ts";

// Makes sheets of signs in a separate process: typesetting and decoding would hold up the server for seconds, and its memory
// goes with the process.
const answer = (message: SheetAnswer, sent: () => void = () => {}) => process.send?.(message, sent);

async function make(order: SheetOrder): Promise<SheetAnswer> {
  try {
    const { bytes } = await makeSheets(order, {
      signal: new AbortController().signal,
      onProgress: ({ done }) => answer({ kind: "progress", done }),
    });
    return { kind: "made", bytes };
  } catch (error) {
    if (error instanceof SheetProblem) return { kind: "problem", problem: { ...error.details, sign: error.signIndex } };
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.once("message", (order: SheetOrder) => {
  void make(order).then((made) => answer(made, () => process.exit(0)));
});
process.on("disconnect", () => process.exit(1));

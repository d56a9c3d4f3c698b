import { ScanProblem } from "../scan-problem.ts";

const lineCharactersMax = 1024 * 1024;

/**
 * The lines of a text that may exceed the maximum string length. Bytes are decoded as Latin-1: numbers and keywords are
 * ASCII, and names keep their bytes.
 * @throws ScanProblem `scan-corrupt` for an endless line
 */
export async function* readTextLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("latin1");
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineCharactersMax)
      throw new ScanProblem("scan-corrupt", "a line of more than a million characters");
    yield* lines;
  }
  if (rest !== "") yield rest;
}

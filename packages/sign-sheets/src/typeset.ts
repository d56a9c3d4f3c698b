import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";

/** A sign's text that doesn't fit even at its smallest size. */
export interface LongText {
  /** The sign's index in the order. */
  readonly sign: number;
  readonly part: "title" | "line";
}

/** A set document, ready to be written in any form. */
export interface TypesetSheets {
  readonly tooLong: readonly LongText[];
  readonly pageCount: number;
  toPdf(): Uint8Array;
  toSvg(): string;
}

/** The only folder that a template may read. */
const workspace = fileURLToPath(new URL(".", import.meta.url));
/** Where the template looks for the logo: in memory, not on disk. */
const logoPath = join(workspace, "logo.png");
const templatePath = new URL("./sheet.typ", import.meta.url);

/**
 * Sets sheets with Typst. Blocks the thread for about a second per hundred signs.
 * @param data what `sheet.typ` draws, as JSON
 * @param fonts TrueType files of the families that the data names; no others are used
 */
export async function typesetSheets(
  data: string,
  fonts: readonly Buffer[],
  logo: Uint8Array | null,
): Promise<TypesetSheets> {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...fonts] }], inputs: { order: data } });
  if (logo !== null) compiler.mapShadow(logoPath, Buffer.from(logo));
  const run = compiler.compile({ mainFileContent: await readFile(templatePath, "utf8") });
  const document = run.result;
  compiler.evictCache(0);
  if (document === null) {
    const error = run.takeDiagnostics();
    throw new Error(`The sheets could not be set: ${JSON.stringify(error?.shortDiagnostics)}`);
  }
  return {
    tooLong: listMarked(compiler, document),
    pageCount: document.numOfPages,
    toPdf: () => compiler.pdf(document),
    toSvg: () => compiler.plainSvg(document),
  };
}

function listMarked(compiler: NodeCompiler, document: NodeTypstDocument): LongText[] {
  return compiler.query(document, { selector: "<too-long>", field: "value" }) as LongText[];
}

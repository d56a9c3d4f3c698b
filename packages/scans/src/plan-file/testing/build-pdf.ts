import { zlibSync } from "fflate";

export interface PdfPage {
  /** Points, 1/72 inch. */
  readonly width: number;
  readonly height: number;
  /** Drawing operators. */
  readonly content: string | Uint8Array;
}

export interface PdfOptions {
  /** Further entries of the catalogue, such as an open action. */
  readonly catalogue?: string;
  /** Makes readers ask for an unknown password. */
  readonly isEncrypted?: boolean;
  /** Declared instead of the real number of pages. */
  readonly count?: number;
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);

/** A page with the walls of a room: a frame, a line across, a word. */
export const roomContent = "2 w 50 50 300 200 re S 50 150 m 350 150 l S BT /F1 18 Tf 60 160 Td (Hall) Tj ET";

/** A PDF of these pages, using one of the standard fonts. */
export function buildPdf(
  pages: readonly PdfPage[],
  { catalogue = "", isEncrypted, count }: PdfOptions = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [latin1("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  const push = (bytes: Uint8Array) => {
    parts.push(bytes);
    at += bytes.length;
  };
  const object = (number: number, ...content: (string | Uint8Array)[]) => {
    offsets[number] = at;
    push(latin1(`${number} 0 obj\n`));
    for (const piece of content) push(typeof piece === "string" ? latin1(piece) : piece);
    push(latin1("\nendobj\n"));
  };
  const first = 4;
  object(1, `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`);
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  object(2, `<< /Type /Pages /Kids [${kids}] /Count ${count ?? pages.length} >>`);
  object(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [index, { width, height, content }] of pages.entries()) {
    const number = first + index * 2;
    object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number + 1} 0 R >>`,
    );
    const packed = zlibSync(typeof content === "string" ? latin1(content) : content);
    object(number + 1, `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`, packed, "\nendstream");
  }
  const startOfTable = at;
  const size = offsets.length;
  const lines = Array.from({ length: size }, (_, number) =>
    number === 0 ? "0000000000 65535 f \n" : `${String(offsets[number]).padStart(10, "0")} 00000 n \n`,
  );
  const hex = (length: number) => `<${"5a".repeat(length)}>`;
  const encryption = isEncrypted
    ? `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -1340 /O ${hex(32)} /U ${hex(32)} >> /ID [${hex(16)} ${hex(16)}]`
    : "";
  push(latin1(`xref\n0 ${size}\n${lines.join("")}trailer\n<< /Size ${size} /Root 1 0 R ${encryption} >>\n`));
  push(latin1(`startxref\n${startOfTable}\n%%EOF\n`));
  const pdf = new Uint8Array(at);
  let offset = 0;
  for (const part of parts) {
    pdf.set(part, offset);
    offset += part.length;
  }
  return pdf;
}

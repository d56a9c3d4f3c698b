/** What of an OBJ material can be shown. */
export interface MtlMaterial {
  readonly name: string;
  /** Where references of this material start from. */
  readonly libraryPath: string;
  /** sRGB, 0–1. */
  readonly colour: [number, number, number] | undefined;
  readonly opacity: number;
  /** As written, not yet found. */
  readonly picture: string | undefined;
}

// Options in front of a picture's name, with the number of values each takes.
const pictureOptions: Readonly<Record<string, number>> = {
  "-blendu": 1,
  "-blendv": 1,
  "-bm": 1,
  "-boost": 1,
  "-cc": 1,
  "-clamp": 1,
  "-imfchan": 1,
  "-mm": 2,
  "-o": 3,
  "-s": 3,
  "-t": 3,
  "-texres": 1,
  "-type": 1,
};

function toPictureName(words: readonly string[]): string {
  let at = 0;
  for (let values = pictureOptions[words[at] ?? ""]; values !== undefined; values = pictureOptions[words[at] ?? ""]) {
    at++;
    // Offsets and scales may leave out their last values.
    while (values > 0 && at < words.length - 1 && (values === 1 || Number.isFinite(Number(words[at])))) {
      at++;
      values--;
      if (pictureOptions[words[at] ?? ""] !== undefined) break;
    }
  }
  return words.slice(at).join(" ");
}

/** Reads an OBJ material library; what it does not know it leaves out. */
export function parseMtl(text: string, libraryPath: string): MtlMaterial[] {
  const materials: { -readonly [key in keyof MtlMaterial]: MtlMaterial[key] }[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [keyword = "", ...words] = line.trim().split(/\s+/);
    const material = materials.at(-1);
    if (keyword.toLowerCase() === "newmtl") {
      materials.push({ name: words.join(" "), libraryPath, colour: undefined, opacity: 1, picture: undefined });
    } else if (material !== undefined) {
      const number = Number(words[0]);
      switch (keyword.toLowerCase()) {
        case "kd": {
          const [red, green, blue] = [0, 1, 2].map((at) => Number(words[at] ?? words[0]));
          if (Number.isFinite(red! + green! + blue!)) material.colour = [red!, green!, blue!];
          break;
        }
        case "d":
          if (number >= 0 && number < 1) material.opacity = number;
          break;
        case "tr":
          if (number > 0 && number <= 1) material.opacity = 1 - number;
          break;
        case "map_kd":
          material.picture = toPictureName(words);
          break;
      }
    }
  }
  // Some writers give the transparency the wrong way round; a wholly invisible scan is never meant.
  for (const material of materials) if (material.opacity === 0) material.opacity = 1;
  return materials;
}

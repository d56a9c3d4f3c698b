/** The displayable parts of an OBJ material. */
export interface MtlMaterial {
  readonly name: string;
  /** Base path of this material's references. */
  readonly libraryPath: string;
  /** sRGB, 0–1. */
  readonly colour: [number, number, number] | undefined;
  readonly opacity: number;
  /** As written, not resolved yet. */
  readonly picture: string | undefined;
  /** Pictures of normals; of `map_bump` and `bump`, only the content shows whether they hold normals or heights. */
  readonly normal: string | undefined;
  readonly bump: string | undefined;
  readonly roughnessPicture: string | undefined;
  readonly metalnessPicture: string | undefined;
  /** 0–1. */
  readonly roughness: number | undefined;
  readonly metalness: number | undefined;
}

// Options before a picture's name, with the number of values each takes.
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
    // Offsets and scales may omit their last values.
    while (values > 0 && at < words.length - 1 && (values === 1 || Number.isFinite(Number(words[at])))) {
      at++;
      values--;
      if (pictureOptions[words[at] ?? ""] !== undefined) break;
    }
  }
  return words.slice(at).join(" ");
}

const plain = {
  colour: undefined,
  opacity: 1,
  picture: undefined,
  normal: undefined,
  bump: undefined,
  roughnessPicture: undefined,
  metalnessPicture: undefined,
  roughness: undefined,
  metalness: undefined,
};

/** Reads an OBJ material library; ignores unknown statements. */
export function parseMtl(text: string, libraryPath: string): MtlMaterial[] {
  const materials: { -readonly [key in keyof MtlMaterial]: MtlMaterial[key] }[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [keyword = "", ...words] = line.trim().split(/\s+/);
    const material = materials.at(-1);
    if (keyword.toLowerCase() === "newmtl") {
      materials.push({ ...plain, name: words.join(" "), libraryPath });
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
        case "norm":
        case "map_kn":
          material.normal = toPictureName(words);
          break;
        case "bump":
        case "map_bump":
          material.bump = toPictureName(words);
          break;
        case "map_pr":
          material.roughnessPicture = toPictureName(words);
          break;
        case "map_pm":
          material.metalnessPicture = toPictureName(words);
          break;
        case "pr":
          if (number >= 0 && number <= 1) material.roughness = number;
          break;
        case "pm":
          if (number >= 0 && number <= 1) material.metalness = number;
          break;
      }
    }
  }
  // Some writers invert the transparency; a fully invisible scan is never intended.
  for (const material of materials) if (material.opacity === 0) material.opacity = 1;
  return materials;
}

import { limits } from "@blueprint/contract/limits";

/** Compound endings first, then any other: `hall.copc.laz`, `statue.compressed.ply`, `plan.dxf`. */
const ending = /(\.(copc|compressed|gltf|glb|obj|fbx|sog|usd|lod))?\.[a-z0-9]{1,8}$/i;
/** What cameras and programs call a file says nothing about the place. */
const generic =
  /^(untitled|unnamed|new|my|final|raw|export(ed)?|output|result|download|upload|file|document|scan(ned|s)?|scene|model|mesh|textured?|point ?clouds?|cloud|points?|splats?|panoramas?|pano|plans?|floor ?plans?|photos?|pictures?|images?|img|dsc[nf]?|pxl|gs|data|test|copy|version|v|[0-9a-f]{12,}|[\d\s]*)$/i;

/** A name for a new blueprint from its scan's file name. @returns undefined when the file name says nothing */
export function proposeName(fileName: string): string | undefined {
  const words = (fileName.split(/[/\\]/).at(-1) ?? "")
    .normalize("NFC")
    .replace(ending, "")
    // "hall (1)" and "hall - Copy" are what systems call a second file.
    .replace(/\s*\(\d+\)$|\s*-\s*copy$/i, "")
    .split(/[\s_.+-]+/)
    .filter((word) => word !== "");
  // A word of several letters that doesn't come from a program makes the name worth proposing.
  if (!words.some((word) => /\p{L}{2}/u.test(word) && !generic.test(word.replace(/\d+$/, "")))) return undefined;
  const name = words.join(" ");
  const capital = name.charAt(0).toLocaleUpperCase("en") + name.slice(1);
  return capital.slice(0, limits.blueprintNameCharactersMax).trim();
}

import type { DeliveryForm } from "@blueprint/contract/scan-formats";
import type { HtmlTagDescriptor, Plugin, Rollup } from "vite";

const page = "place.html";
const viewer = "src/features/viewer";
const picture = `${viewer}/first-picture/first-picture.ts`;
/** Loaders with a file of their own. */
const loaders: Partial<Record<DeliveryForm, string>> = {
  glb: `${viewer}/loaders/glb-scan.ts`,
  rad: `${viewer}/loaders/rad-scan.ts`,
  spz: `${viewer}/loaders/spz-scan.ts`,
  "image-pyramid": `${viewer}/loaders/panorama-scan.ts`,
};

/**
 * Names in the page of a place what its first script will import for the first picture, so that all of it comes in one way
 * to the server and back. The server leaves out what is for other forms of delivery than the place begins with (`data-form`).
 */
export function preloadPictureCode(): Plugin {
  return {
    name: "blueprint:picture-code",
    transformIndexHtml: {
      order: "post",
      handler: (html, { path, bundle }) => {
        if (bundle === undefined || !path.endsWith(page)) return;
        const named = new Set([...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file));
        const tags: HtmlTagDescriptor[] = [];
        const name = (source: string, form: string) => {
          for (const file of listFiles(bundle, source)) {
            if (named.has(file)) continue;
            named.add(file);
            const attrs = { rel: "modulepreload", crossorigin: true, href: `/${file}`, "data-form": form };
            tags.push({ tag: "link", attrs, injectTo: "head" });
          }
        };
        name(picture, "every");
        for (const [form, source] of Object.entries(loaders)) name(source, form);
        return tags;
      },
    },
  };
}

/** The file that a module was built into, behind all that it imports. */
function listFiles(bundle: Rollup.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  // A file that holds several modules has one of its own in front for each that is imported by its name, if need be.
  const start =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (start === undefined) throw new Error(`The build has no ${source}.`);
  const files = new Set<string>();
  const collect = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || files.has(fileName)) return;
    for (const imported of chunk.imports) collect(imported);
    files.add(fileName);
  };
  collect(start.fileName);
  return [...files];
}

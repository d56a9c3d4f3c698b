import { type ContentPath, contentPages } from "@blueprint/contract/content-pages";
import { useEffect } from "react";

/** Title and description of a page. The server renders the same values into the HTML. */
export function PageMeta({ path }: { readonly path: ContentPath }) {
  const { title, description } = contentPages[path];
  useEffect(() => {
    // The HTML already has a description; a second one would confuse crawlers.
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (meta === null) return;
    meta.content = description;
    return () => {
      meta.content = contentPages["/"].description;
    };
  }, [description]);
  return <title>{title}</title>;
}

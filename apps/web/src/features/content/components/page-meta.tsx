import { type ContentPath, contentPages } from "@blueprint/contract/content-pages";
import { useEffect } from "react";

/** Title and description of a page. The server writes the same into the page that it sends. */
export function PageMeta({ path }: { readonly path: ContentPath }) {
  const { title, description } = contentPages[path];
  useEffect(() => {
    // There is one description in the page's head from the start; a second one would confuse whoever reads it.
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (meta === null) return;
    meta.content = description;
    return () => {
      meta.content = contentPages["/"].description;
    };
  }, [description]);
  return <title>{title}</title>;
}

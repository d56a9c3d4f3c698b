import type { Blueprint } from "@blueprint/contract/blueprints";
import { createElement, useEffect } from "react";
import { type EmbedChoices, listEmbedOptions, toOpenedUrl } from "./embed-code.ts";

/** The place as another page shows it: the element itself. */
export function EmbedPreview({
  blueprint,
  choices,
}: {
  readonly blueprint: Blueprint;
  readonly choices: EmbedChoices;
}) {
  useEffect(() => {
    // Registers the element. Without it, the preview stays empty, and the code still works.
    import("../../../embed/embed.ts").catch(() => undefined);
  }, []);
  const src = toOpenedUrl(blueprint, choices.opens);
  return (
    <div className="grid gap-1.5">
      <span className="font-strong">Preview</span>
      {createElement("blueprint-embed", {
        src,
        title: blueprint.name,
        ...listEmbedOptions(choices),
        class: "block aspect-16/10 w-full bg-sunken",
      })}
    </div>
  );
}

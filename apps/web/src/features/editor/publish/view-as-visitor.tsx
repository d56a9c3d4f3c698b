import type { Blueprint } from "@blueprint/contract/blueprints";
import { ExternalLink } from "lucide-react";
import { toVisitorUrl } from "../editor.queries.ts";

/** Opens the published place in another tab, without what only the team sees. */
export function ViewAsVisitor({ blueprint }: { readonly blueprint: Blueprint }) {
  return (
    <a
      href={`${toVisitorUrl(blueprint)}&as=visitor`}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-1.5 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
    >
      View as visitor
      <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
    </a>
  );
}

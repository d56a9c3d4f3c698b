import { type LinkedAudience, linkedAudiences } from "@blueprint/contract/audiences";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { useQuery } from "@tanstack/react-query";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { audienceLinksQuery, toVisitorUrl, useChangeAudienceLink } from "../editor.queries.ts";

const words: Record<LinkedAudience, { name: string; text: string }> = {
  staff: { name: "Staff", text: "Team members don't need one: they see what staff see." },
  contractor: { name: "Contractors", text: "Content for contractors, plus content for everyone." },
  robot: { name: "Robots", text: "For robot software too, at /api/published." },
};

/** Revocable links that show the published place to people other than visitors. */
export function AudienceLinks({ blueprint }: { readonly blueprint: Blueprint }) {
  const { data: links, error } = useQuery(audienceLinksQuery(blueprint.id));
  const change = useChangeAudienceLink(blueprint.id);
  const failure = change.error ?? error;
  const run = (audience: LinkedAudience, to: "made" | "withdrawn") =>
    change.mutate(
      { audience, to },
      {
        onSuccess: () => {
          if (to === "withdrawn") toasts.add({ title: `Link for ${words[audience].name.toLowerCase()} revoked` });
        },
      },
    );
  return (
    <section className="grid gap-3 border-t border-hairline pt-5">
      <div className="grid gap-1">
        <h3 className="font-strong">Links for other audiences</h3>
        <p className="text-ink-soft text-pretty">
          {blueprint.visibility === "private"
            ? "While the place is private, links don't open it."
            : "Anyone with the link sees content for that audience, without an account. Once revoked, it shows only what everyone sees."}
        </p>
      </div>
      {failure === null ? null : <Notice tone="danger">{readableError(failure)}</Notice>}
      {links === undefined ? null : (
        <ul className="grid gap-3">
          {linkedAudiences.map((audience) => {
            const link = links.find((candidate) => candidate.audience === audience);
            const { name, text } = words[audience];
            const isBusy = change.isPending && change.variables.audience === audience;
            return link === undefined ? (
              <li key={audience} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 flex-1">
                  {name} <span className="block text-caption text-ink-soft text-pretty">{text}</span>
                </span>
                <Button
                  busy={isBusy}
                  aria-label={`Create link for ${name.toLowerCase()}`}
                  onClick={() => run(audience, "made")}
                >
                  Create link
                </Button>
              </li>
            ) : (
              <li key={audience} className="grid gap-1.5">
                <CopyField
                  label={`Link for ${name.toLowerCase()}`}
                  value={`${toVisitorUrl(blueprint)}&key=${encodeURIComponent(link.key)}`}
                />
                <span className="flex gap-2">
                  <Button
                    variant="quiet"
                    busy={isBusy}
                    aria-label={`Replace link for ${name.toLowerCase()}`}
                    onClick={() => run(audience, "made")}
                  >
                    Replace
                  </Button>
                  <Button
                    variant="quiet"
                    busy={isBusy}
                    aria-label={`Revoke link for ${name.toLowerCase()}`}
                    onClick={() => run(audience, "withdrawn")}
                  >
                    Revoke
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

import type { Blueprint } from "@blueprint/contract/blueprints";
import { listOutsideLinks } from "@blueprint/scene/outside-links";
import { checkScene, type Finding } from "@blueprint/scene/publish-checklist";
import type { Scene } from "@blueprint/scene/read-scene";
import { selectForAudience } from "@blueprint/scene/scene-audience";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { formatAmount } from "../../../lib/format.ts";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { mediaUrlsQuery } from "../content/media.queries.ts";
import { selectObjects } from "../editor.store.ts";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";
import { toFindingWords } from "./finding-words.ts";
import { judgeLinks } from "./judge-links.ts";
import { linkCheckQuery } from "./link-check.queries.ts";

const shownMax = 50;

/** Problems that visitors would run into. Advisory: publishing stays possible. */
export function PublishChecklist({
  blueprint,
  scans,
}: {
  readonly blueprint: Blueprint;
  readonly scans: readonly ViewerScan[];
}) {
  const room = useEditorRoom();
  const { store } = room;
  const { scene } = useDocument();
  const forVisitors = selectForAudience(scene, "visitor");
  const { data: urls } = useQuery(mediaUrlsQuery(blueprint.id, listFileIds(forVisitors)));
  const links = listOutsideLinks(forVisitors);
  const linkCheck = useQuery({ ...linkCheckQuery(blueprint.id), enabled: links.length > 0 });
  const judged = judgeLinks(links, linkCheck.data?.links ?? []);
  const findings = checkScene(forVisitors, {
    scanIds: new Set(scans.map(({ id }) => id)),
    ...(scans.every(isPlacedByHand)
      ? { scanExtents: scans.map(({ id, delivery: { bounds } }) => ({ id, bounds })) }
      : {}),
    ...(urls === undefined ? {} : { fileIds: new Set(Object.keys(urls)) }),
    brokenLinks: new Set(judged.broken.keys()),
  });
  const problems = findings.filter(({ severity }) => severity === "problem");
  const aboutLinks =
    links.length === 0 ? null : <LinkCheckNote isChecking={linkCheck.isFetching} unknownCount={judged.unknownCount} />;
  if (findings.length === 0)
    return (
      <div>
        <p className="flex items-center gap-2 text-good">
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" />
          No problems found: every anchor has its text, files and addresses.
        </p>
        {aboutLinks}
      </div>
    );
  const show = ({ refs }: Finding) => {
    store.setState({ dialog: null });
    selectObjects(store, refs);
    flyToSelected.run(room);
  };
  return (
    <div>
      <details open={problems.length > 0} className="rounded-sharp border border-line">
        <summary className="cursor-pointer px-3 py-2 font-strong">
          Before you publish:{" "}
          {problems.length === 0
            ? formatAmount(findings.length, "hint")
            : `${formatAmount(problems.length, "problem")}${findings.length > problems.length ? `, ${formatAmount(findings.length - problems.length, "hint")}` : ""}`}
        </summary>
        <ul className="max-h-52 overflow-y-auto border-t border-hairline">
          {findings.slice(0, shownMax).map((finding) => {
            const name = nameOf(scene, finding);
            const Icon = finding.severity === "problem" ? CircleAlert : Info;
            const key = `${finding.code} ${finding.refs.map(({ id }) => id).join()} ${finding.detail}`;
            return (
              <li key={key} className="flex items-start gap-2.5 px-3 py-2 not-last:border-b not-last:border-hairline">
                <Icon
                  size={16}
                  strokeWidth={1.5}
                  aria-label={finding.severity === "problem" ? "Problem" : "Hint"}
                  className={
                    finding.severity === "problem" ? "mt-0.5 shrink-0 text-danger" : "mt-0.5 shrink-0 text-ink-soft"
                  }
                />
                <span className="min-w-0 flex-1 break-words">
                  <strong className="font-strong">{name}</strong> {toFindingWords(finding, judged.broken)}
                </span>
                <button
                  type="button"
                  onClick={() => show(finding)}
                  className="shrink-0 text-accent underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:px-1"
                >
                  Show<span className="sr-only"> {name}</span>
                </button>
              </li>
            );
          })}
        </ul>
        {findings.length > shownMax ? (
          <p className="border-t border-hairline px-3 py-2 text-caption text-ink-soft">
            And {findings.length - shownMax} more.
          </p>
        ) : null}
      </details>
      {aboutLinks}
    </div>
  );
}

/** Progress of the link check; publishing never waits for it. */
function LinkCheckNote({ isChecking, unknownCount }: { readonly isChecking: boolean; readonly unknownCount: number }) {
  const said =
    unknownCount === 0
      ? ""
      : `${formatAmount(unknownCount, "link")} couldn't be checked. Open ${unknownCount === 1 ? "it" : "them"} yourself to be sure.`;
  return (
    <p role="status" className="mt-1.5 text-caption text-ink-soft empty:hidden">
      {isChecking ? "Checking links…" : said}
    </p>
  );
}

/** Only the viewer knows where a georeference puts a scan, so such a scan is not used to check zones. */
function isPlacedByHand({ placement, delivery }: ViewerScan): boolean {
  return placement !== undefined || delivery.georeference === undefined;
}

function listFileIds({ anchors, tours }: Scene): string[] {
  const sources = [
    ...anchors.flatMap(({ media, captions }) => [media, captions]),
    ...tours.flatMap(({ stops }) => stops.map(({ audio }) => audio)),
  ];
  return [...new Set(sources.flatMap((source) => (source?.kind === "file" ? [source.fileId] : [])))];
}

function nameOf(scene: Scene, { refs }: Finding): string {
  return refs
    .map(({ kind, id }) => {
      const object = (
        scene[kind] as readonly { readonly id: string; readonly title?: string; readonly name?: string }[]
      ).find((candidate) => candidate.id === id);
      const name = (object?.title ?? object?.name ?? "").trim();
      return name === "" ? `Unnamed ${kind.slice(0, -1)}` : name;
    })
    .join(" and ");
}

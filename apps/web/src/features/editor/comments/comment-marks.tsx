import { MessageSquare } from "lucide-react";
import { classNames } from "../../../lib/class-names.ts";
import { toThreadName } from "../object-names.ts";
import { isSelected, type Selection } from "../selection.ts";
import type { ToolStage } from "../tools/tool-stage.ts";
import { useDocument, useEditor } from "../use-editor-room.ts";
import { listMarkedThreads } from "./comment-subject.ts";

/** More marks than this would cover the place; the outline lists every thread. */
const marksMax = 60;

/** Marks for comments on points, and for a comment being written. */
export function CommentMarks({
  stage,
  selection,
  onSelect,
}: {
  readonly stage: ToolStage;
  readonly selection: Selection;
  readonly onSelect: (threadId: string) => void;
}) {
  const { scene } = useDocument();
  const commentAt = useEditor((state) => state.commentAt);
  const marks = listMarkedThreads(scene)
    .flatMap((thread) => {
      const at = stage.toScreen(thread.position);
      return at === null || at.x < 0 || at.y < 0 ? [] : [{ thread, at }];
    })
    .slice(-marksMax);
  const wanted = commentAt === null ? null : stage.toScreen(commentAt.position);
  return (
    <>
      {marks.map(({ thread, at }) => {
        const isOn = isSelected(selection, { kind: "threads", id: thread.id });
        return (
          <button
            key={thread.id}
            type="button"
            tabIndex={-1}
            data-comment={thread.id}
            aria-label={`Comment: ${toThreadName(thread)}`}
            style={{ transform: toTranslation(at) }}
            onClick={() => onSelect(thread.id)}
            className={classNames(
              "pointer-events-auto absolute top-0 left-0 grid size-8 place-items-center rounded-soft rounded-bl-none border shadow-overlay select-none pointer-coarse:size-11",
              isOn
                ? "z-10 border-accent bg-accent text-on-accent"
                : "border-line bg-sheet text-ink hover:border-accent",
            )}
          >
            <MessageSquare size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        );
      })}
      {wanted === null ? null : (
        <span
          aria-hidden="true"
          style={{ transform: toTranslation(wanted) }}
          className="absolute top-0 left-0 grid size-8 place-items-center rounded-soft rounded-bl-none border border-dashed border-accent bg-sheet text-accent shadow-overlay"
        >
          <MessageSquare size={16} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
    </>
  );
}

/** The mark's lower left corner sits on the point. */
function toTranslation({ x, y }: { readonly x: number; readonly y: number }): string {
  return `translate(${Math.round(x)}px, ${Math.round(y)}px) translateY(-100%)`;
}

import { Check, CloudOff, Eye, LoaderCircle } from "lucide-react";
import { classNames } from "../../../lib/class-names.ts";
import { describeSaveStatus } from "../save-status.ts";
import { useDocument } from "../use-editor-room.ts";

const looks = {
  good: { icon: Check, look: "text-ink-soft" },
  busy: { icon: LoaderCircle, look: "text-ink-soft" },
  attention: { icon: CloudOff, look: "text-attention font-strong" },
  neutral: { icon: Eye, look: "text-ink-soft" },
} as const;

/** Whether the user's changes are saved on the server's disk. */
export function SaveStatusLabel() {
  const { tone, text } = describeSaveStatus(useDocument());
  const { icon: Icon, look } = looks[tone];
  return (
    <span
      className={classNames(
        "inline-flex max-w-[40vw] shrink-0 items-center gap-1.5 text-caption whitespace-nowrap",
        look,
      )}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span role="status" data-save-state={tone} className="truncate">
        {text}
      </span>
    </span>
  );
}

import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** Titled content of the sheet. Takes the focus when it opens. */
export function SheetPart({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useWording();
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center justify-between gap-2 border-hairline border-b pr-1 pb-1 pl-4">
        <h2 ref={headingRef} tabIndex={-1} className="truncate text-lead font-strong outline-none">
          {title}
        </h2>
        <IconButton label={t("ui.close")} icon={X} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
    </section>
  );
}

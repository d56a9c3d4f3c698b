import { Ellipsis, List } from "lucide-react";
import type { ReactNode } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** The bar at the lower edge of a phone, within reach of a thumb. */
export function VisitorBar({
  isListOpen,
  isMoreOpen,
  onList,
  onMore,
  children,
}: {
  readonly isListOpen: boolean;
  readonly isMoreOpen: boolean;
  /** Null leaves the list out. */
  readonly onList: (() => void) | null;
  readonly onMore: () => void;
  /** Between the list and the rest: ways of moving, tours. */
  readonly children: ReactNode;
}) {
  const { t } = useWording();
  return (
    <div
      role="toolbar"
      aria-label={t("scene.bar")}
      className="absolute inset-x-0 bottom-0 z-30 flex h-(--bar) items-start justify-center border-line border-t bg-sheet pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]"
    >
      <div className="flex h-15 w-full max-w-112 items-center justify-between px-2">
        {onList === null ? null : (
          <IconButton
            label={t(isListOpen ? "scene.hideList" : "scene.showList")}
            icon={List}
            pressed={isListOpen}
            className="size-11"
            onClick={onList}
          />
        )}
        {children}
        <IconButton label={t("scene.more")} icon={Ellipsis} pressed={isMoreOpen} className="size-11" onClick={onMore} />
      </div>
    </div>
  );
}

import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { findSign, nameSign } from "../anchors/anchor-type-icons.ts";
import type { ViewerAnchor } from "../scene/scene.ts";

/** The places behind one pin, to choose from. */
export function PinGroupMenu({
  anchors,
  at,
  onSelect,
  onClose,
}: {
  readonly anchors: readonly (ViewerAnchor & { readonly number: number })[];
  /** CSS pixels from the canvas's top left. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onSelect: (anchorId: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useWording();
  return (
    <Menu
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      keepsFocus
      align="start"
      trigger={
        <button
          type="button"
          tabIndex={-1}
          data-marker=""
          aria-label={t("list.together", { number: anchors.length })}
          className="pointer-events-none absolute size-9 -translate-1/2"
          style={{ left: at.x, top: at.y }}
        />
      }
    >
      {anchors.map((anchor) => {
        const icon = findSign(nameSign(anchor));
        return (
          <MenuItem key={anchor.id} {...(icon === undefined ? {} : { icon })} onSelect={() => onSelect(anchor.id)}>
            <span className="min-w-0 truncate">
              {anchor.number}. {anchor.title === "" ? t("page.untitled") : anchor.title}
            </span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}

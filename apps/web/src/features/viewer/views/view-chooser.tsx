import type { PublishedView } from "@blueprint/contract/published-content";
import { Camera } from "lucide-react";
import type { ReactNode } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";

/** Views that the team saved for visitors. */
export function ViewChooser({
  views,
  picture,
  onChoose,
}: {
  readonly views: readonly PublishedView[];
  readonly picture: (view: PublishedView) => ReactNode;
  readonly onChoose: (view: PublishedView) => void;
}) {
  const { t } = useWording();
  if (views.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button>
          <Camera aria-hidden="true" strokeWidth={1.5} />
          {t("scene.views")}
        </Button>
      }
    >
      {views.map((view) => (
        <MenuItem key={view.id} onSelect={() => onChoose(view)}>
          {picture(view)}
          <span className="min-w-0 truncate">{view.name === "" ? t("page.untitledView") : view.name}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

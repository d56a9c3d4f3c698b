import type { PublishedView } from "@blueprint/contract/published-content";
import { Camera } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";

/** Looks at the place that its team kept for visitors. */
export function ViewChooser({
  views,
  onChoose,
}: {
  readonly views: readonly PublishedView[];
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
          {view.name === "" ? t("page.untitledView") : view.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

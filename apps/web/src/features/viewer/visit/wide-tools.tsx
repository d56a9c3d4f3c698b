import { Link } from "@tanstack/react-router";
import { CircleHelp, FileText, RotateCcw, Share2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useVisit } from "./visit.ts";

const ViewerHelp = lazy(async () => ({ default: (await import("./viewer-help.tsx")).ViewerHelp }));

/** What a visitor can do with the view, and the ways to help and to the text version. */
export function WideTools() {
  const { t } = useWording();
  const { search, hidden, store, state, view, actions, shareChoices, sceneRef } = useVisit();
  return (
    <div className="flex rounded-sharp border border-line bg-sheet">
      {shareChoices.length === 0 ? null : (
        <Menu trigger={<IconButton label={t("share.button")} icon={Share2} tooltipSide="bottom" />}>
          {shareChoices.map(({ id, label, run }) => (
            <MenuItem key={id} onSelect={run}>
              <span className="min-w-0 break-words">{label}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {actions.map(({ id, label, icon, run }) => (
        <IconButton key={id} label={label} icon={icon} tooltipSide="bottom" onClick={run} />
      ))}
      {view.drawing === undefined ? (
        <IconButton
          label={t("scene.resetView")}
          icon={RotateCcw}
          tooltipSide="bottom"
          onClick={() => sceneRef.current?.resetView()}
        />
      ) : null}
      {hidden.has("help") ? null : (
        <Popover
          label={t("help.button")}
          wide
          open={state.sheet === "help"}
          onOpenChange={(isOpen) => store.setState({ sheet: isOpen ? "help" : null })}
          trigger={<IconButton label={t("help.button")} icon={CircleHelp} tooltipSide="bottom" />}
        >
          <div className="flex max-h-[70dvh] flex-col">
            <Suspense fallback={null}>
              <ViewerHelp topic={view.helpTopic} hidden={hidden} />
            </Suspense>
          </div>
        </Popover>
      )}
      <Button asChild variant="quiet" className="px-2.5">
        <Link to="/webxr" search={{ ...search, text: 1 }} aria-label={t("scene.textVersion")}>
          <FileText strokeWidth={1.5} aria-hidden="true" />
          {t("scene.textVersion")}
        </Link>
      </Button>
    </div>
  );
}

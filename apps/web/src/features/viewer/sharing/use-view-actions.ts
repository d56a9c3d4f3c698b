import { Camera, type LucideIcon, Maximize, Minimize } from "lucide-react";
import type { RefObject } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { SceneHandle } from "../scene/scene.ts";
import { useFullscreen } from "../visit/use-fullscreen.ts";
import { savePicture } from "./save-picture.ts";

export interface ViewAction {
  readonly id: "picture" | "fullscreen";
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** What a visitor can do with the present view besides sharing it: save it as a picture, fill the screen with it. */
export function useViewActions(
  sceneRef: RefObject<SceneHandle | null>,
  place: string,
  /** The scene is drawn. */
  isShown: boolean,
): readonly ViewAction[] {
  const { t } = useWording();
  const fullscreen = useFullscreen();
  const takePicture = () => {
    sceneRef.current?.takeScreenshot().then(
      (picture) => savePicture(picture, place),
      () => toasts.add({ title: t("share.noPicture"), variant: "destructive" }),
    );
  };
  return [
    ...(isShown ? ([{ id: "picture", label: t("share.picture"), icon: Camera, run: takePicture }] as const) : []),
    ...(fullscreen.isOffered
      ? ([
          {
            id: "fullscreen",
            label: t(fullscreen.isOn ? "share.leaveFullscreen" : "share.fullscreen"),
            icon: fullscreen.isOn ? Minimize : Maximize,
            run: fullscreen.toggle,
          },
        ] as const)
      : []),
  ];
}

import { Camera, type LucideIcon, Maximize, Minimize, Share2 } from "lucide-react";
import type { RefObject } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { SceneHandle } from "../scene/scene.ts";
import { useFullscreen } from "../visit/use-fullscreen.ts";
import { savePicture } from "./save-picture.ts";
import { shareView } from "./share-view.ts";
import { type SharedView, toSharedUrl } from "./shared-view.ts";

export interface ViewAction {
  readonly id: "share" | "picture" | "fullscreen";
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** What a visitor can do with the present view: share it, save it as a picture, fill the screen with it. */
export function useViewActions(
  sceneRef: RefObject<SceneHandle | null>,
  place: string,
  /** What is shown, without the camera's pose. */
  seen: Omit<SharedView, "pose">,
  /** The scene is drawn. */
  isShown: boolean,
): readonly ViewAction[] {
  const wording = useWording();
  const { t } = wording;
  const fullscreen = useFullscreen();
  const share = () => {
    const pose = sceneRef.current?.getPose();
    if (pose !== undefined) void shareView(place, toSharedUrl(window.location.href, { ...seen, pose }), wording);
  };
  const takePicture = () => {
    sceneRef.current?.takeScreenshot().then(
      (picture) => savePicture(picture, place),
      () => toasts.add({ title: t("share.noPicture"), variant: "destructive" }),
    );
  };
  return [
    ...(isShown
      ? ([
          { id: "share", label: t("share.view"), icon: Share2, run: share },
          { id: "picture", label: t("share.picture"), icon: Camera, run: takePicture },
        ] as const)
      : []),
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

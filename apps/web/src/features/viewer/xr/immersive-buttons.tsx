import { Headset } from "lucide-react";
import { useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import type { ImmersiveKind, SceneHandle } from "../scene/scene.ts";
import { useImmersiveSupport } from "./use-immersive-support.ts";

const names = { vr: "scene.enterVr", ar: "scene.enterAr" } as const;

/** Buttons for the immersive modes that the device supports; empty if it supports none. */
export function ImmersiveButtons({
  sceneRef,
  inside,
}: {
  readonly sceneRef: React.RefObject<SceneHandle | null>;
  /** The active immersive mode. */
  readonly inside: ImmersiveKind | null;
}) {
  const { t } = useWording();
  const kinds = useImmersiveSupport();
  const [isRefused, setRefused] = useState(false);
  if (inside !== null)
    return (
      <Button className="bg-sheet" onClick={() => sceneRef.current?.leaveImmersive()}>
        <Headset strokeWidth={1.5} aria-hidden="true" />
        {t(inside === "vr" ? "scene.leaveVr" : "scene.leaveAr")}
      </Button>
    );
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          className="bg-sheet"
          onClick={() => {
            setRefused(false);
            sceneRef.current?.enterImmersive(kind).catch(() => setRefused(true));
          }}
        >
          <Headset strokeWidth={1.5} aria-hidden="true" />
          {t(names[kind])}
        </Button>
      ))}
      {isRefused ? (
        <p role="alert" className="w-full rounded-sharp border border-line bg-sheet px-3 py-1.5 text-caption sm:w-auto">
          {t("scene.headsetRefused")}
        </p>
      ) : null}
    </>
  );
}

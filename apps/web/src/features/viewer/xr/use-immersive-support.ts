import { useEffect, useState } from "react";
import type { ImmersiveKind } from "../scene/scene.ts";

/** Immersive modes that the device supports; empty until known. */
export function useImmersiveSupport(): readonly ImmersiveKind[] {
  const [kinds, setKinds] = useState<readonly ImmersiveKind[]>([]);
  useEffect(() => {
    const system = navigator.xr;
    if (system === undefined) return;
    let isLeaving = false;
    const ask = async () => {
      const supported: ImmersiveKind[] = [];
      for (const kind of ["vr", "ar"] as const) {
        // Rejected if a permissions policy forbids it.
        if (await system.isSessionSupported(`immersive-${kind}`).catch(() => false)) supported.push(kind);
      }
      if (!isLeaving) setKinds(supported);
    };
    void ask();
    system.addEventListener("devicechange", ask);
    return () => {
      isLeaving = true;
      system.removeEventListener("devicechange", ask);
    };
  }, []);
  return kinds;
}

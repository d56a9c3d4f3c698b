import type { ReactNode, Ref } from "react";
import type { ScanProblem } from "../scans/scan-object.tsx";
import type { HeadsetTalk } from "../xr/headset-talk.ts";
import type { ViewerZone } from "../zones/zone-mesh.ts";
import type {
  CameraPose,
  CanvasProblem,
  DragPhase,
  ImmersiveKind,
  ScanHit,
  ScanShowState,
  SceneHandle,
  Vector3Tuple,
  ViewerAnchor,
  ViewerScan,
  ViewMode,
} from "./scene.ts";

export interface SceneCanvasProps {
  /** Accessible name of the canvas, such as the venue's. */
  readonly label: string;
  /** All scans of the place, in one frame. The first loads first; a panorama loads only when entered. */
  readonly scans: readonly ViewerScan[];
  /** Hidden scans aren't loaded. */
  readonly hiddenScanIds?: ReadonlySet<string> | undefined;
  /** The panorama that the camera is in; a place with nothing but panoramas starts in the first one. */
  readonly panoramaId?: string | null | undefined;
  /** Called when the user chooses a panorama's mark in the scene. */
  readonly onEnterPanorama?: ((scanId: string) => void) | undefined;
  readonly anchors: readonly ViewerAnchor[];
  readonly selectedAnchorId: string | null;
  /** Extruded floor areas. */
  readonly zones?: readonly ViewerZone[] | undefined;
  /** Volumes where zones are edited; outlines with names on the floor for visitors. */
  readonly zoneLook?: "volume" | "outline" | undefined;
  readonly mode: ViewMode;
  /** Called when the camera changes its mode by itself, such as on the way back to the start view. */
  readonly onModeChange?: ((mode: ViewMode) => void) | undefined;
  /** Heights of the place's floors, lowest first, and of the chosen one, where walking starts; metres. */
  readonly floorsM?: readonly number[] | undefined;
  readonly storeyM?: number | null | undefined;
  /** Height above which orbiting shows nothing; null for no cut. Metres. */
  readonly cutM?: number | null | undefined;
  /** Defaults to the first scan's start view, from which all visible scans are seen. */
  readonly startView?: CameraPose | undefined;
  /** What a camera that starts in a panorama looks at. */
  readonly startAim?: Vector3Tuple | undefined;
  /** A click or tap on the scene; null over nothing. While set, a tap in walk mode does not walk. */
  readonly onPick?: ((hit: ScanHit | null, event: PointerEvent) => void) | undefined;
  readonly onAnchorSelect?: ((anchorId: string) => void) | undefined;
  /** Makes anchors movable. `hit` is the scan surface under the pointer, null over nothing. */
  readonly onAnchorDrag?: ((anchorId: string, hit: ScanHit | null, phase: DragPhase) => void) | undefined;
  /** Called once the canvas can answer poses and picks. */
  readonly onReady?: (() => void) | undefined;
  readonly onScanState?:
    | ((scanId: string, state: ScanShowState, problem?: ScanProblem | undefined) => void)
    | undefined;
  /** Called with every move of the camera, several times a frame. */
  readonly onCameraMove?: ((pose: CameraPose) => void) | undefined;
  /** Called after the camera comes to rest. */
  readonly onCameraSettle?: ((pose: CameraPose) => void) | undefined;
  /** Called when a headset starts or stops showing the scene. */
  readonly onImmersive?: ((kind: ImmersiveKind | null) => void) | undefined;
  /** Speaking with the guide in a headset, requested on entering one; null if answers are off. */
  readonly getTalk?: (() => Promise<HeadsetTalk | null>) | undefined;
  /** Null once the problem is resolved. */
  readonly onProblem?: ((problem: CanvasProblem | null) => void) | undefined;
  /** The canvas fills the page: W A S D, plus and minus move the camera wherever the focus is. */
  readonly hasPageKeys?: boolean | undefined;
  /** Additional scene content: components that use @react-three/fiber's hooks. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly ref?: Ref<SceneHandle>;
}

import { useEffect, useRef, useState } from "react";
import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  MathUtils,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Spinner } from "../../../ui/spinner.tsx";

const turnPerPixel = 0.01;
const turnPerKey = Math.PI / 12;
const fieldOfViewDegrees = 35;

/** A small model on a turntable: rotates by drag or arrow keys, renders only when it moves. */
export function ModelPicture({
  url,
  name,
  rotation,
}: {
  readonly url: string;
  readonly name: string;
  readonly rotation: readonly [number, number, number, number];
}) {
  const { t } = useWording();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const turnRef = useRef<(aroundY: number, aroundX: number) => void>(() => undefined);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [x, y, z, w] = rotation;

  useEffect(() => {
    const canvas = canvasRef.current;
    if (canvas === null) return;
    let renderer: WebGLRenderer;
    try {
      renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    } catch {
      setState("failed");
      return;
    }
    let isOver = false;
    const scene = new Scene();
    const camera = new PerspectiveCamera(fieldOfViewDegrees, 4 / 3, 0.01, 100);
    const light = new DirectionalLight(undefined, 2.2);
    light.position.set(1, 2, 1.5);
    const table = new Group();
    scene.add(new AmbientLight(undefined, 1.4), light, table);
    const draw = () => {
      const { clientWidth, clientHeight } = canvas;
      renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
      renderer.setSize(clientWidth, clientHeight, false);
      camera.aspect = clientWidth / Math.max(1, clientHeight);
      camera.updateProjectionMatrix();
      renderer.render(scene, camera);
    };
    turnRef.current = (aroundY, aroundX) => {
      table.rotation.y += aroundY;
      table.rotation.x = MathUtils.clamp(table.rotation.x + aroundX, -Math.PI / 2, Math.PI / 2);
      draw();
    };
    const resized = new ResizeObserver(draw);
    resized.observe(canvas);
    new GLTFLoader()
      .setMeshoptDecoder(MeshoptDecoder)
      .loadAsync(url)
      .then((model) => {
        if (isOver) return;
        model.scene.quaternion.premultiply(new Quaternion(x, y, z, w));
        model.scene.updateMatrixWorld(true);
        const sphere = new Box3().setFromObject(model.scene).getBoundingSphere(new Sphere());
        const size = Math.max(sphere.radius, 1e-6);
        model.scene.position.sub(sphere.center);
        table.add(model.scene);
        table.scale.setScalar(1 / size);
        table.rotation.set(0.25, 0.6, 0);
        camera.position.set(0, 0, 1.15 / Math.sin(MathUtils.degToRad(fieldOfViewDegrees / 2)));
        camera.lookAt(new Vector3());
        draw();
        setState("shown");
      })
      .catch(() => {
        if (!isOver) setState("failed");
      });
    return () => {
      isOver = true;
      resized.disconnect();
      turnRef.current = () => undefined;
      renderer.dispose();
    };
  }, [url, x, y, z, w]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const turns: Record<string, readonly [number, number]> = {
      ArrowLeft: [-turnPerKey, 0],
      ArrowRight: [turnPerKey, 0],
      ArrowUp: [0, -turnPerKey],
      ArrowDown: [0, turnPerKey],
    };
    const turn = turns[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    turnRef.current(...turn);
  };
  if (state === "failed")
    return (
      <p className="rounded-sharp border border-dashed border-line px-3 py-2.5 text-ink-soft">
        {t("card.modelFailed")}{" "}
        <a href={url} download className="text-accent underline underline-offset-2">
          {t("card.modelDownload")}
        </a>
      </p>
    );
  return (
    <div className="relative">
      <canvas
        ref={canvasRef}
        tabIndex={0}
        role="img"
        aria-label={t("card.modelKeys", { name })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.buttons !== 0) turnRef.current(event.movementX * turnPerPixel, event.movementY * turnPerPixel);
        }}
        className="block aspect-4/3 w-full cursor-grab touch-none rounded-sharp border border-hairline bg-sunken active:cursor-grabbing"
      />
      {state === "loading" ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label={t("card.openingModel")} />
        </span>
      ) : null}
    </div>
  );
}

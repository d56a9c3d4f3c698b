import type { RootState } from "@react-three/fiber";

/** A PNG of the current scene on the page's background. @throws Error while nothing can be drawn. */
export async function takeScreenshot(
  root: Pick<RootState, "gl" | "scene" | "camera"> | null,
  stage: HTMLElement | null,
): Promise<Blob> {
  if (root === null || stage === null) throw new Error("There is no picture to take yet.");
  const { gl, scene, camera } = root;
  const source = gl.domElement;
  const copy = document.createElement("canvas");
  copy.width = source.width;
  copy.height = source.height;
  const context = copy.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw on a canvas.");
  context.fillStyle = getComputedStyle(stage).backgroundColor;
  context.fillRect(0, 0, copy.width, copy.height);
  // The GPU's picture is only readable in the task that drew it.
  gl.render(scene, camera);
  context.drawImage(source, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => copy.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The picture could not be written.");
  return blob;
}

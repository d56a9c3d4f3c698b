import type { WebGLRenderer } from "three";

const forgiving = new WeakSet<WebGLRenderer>();

/**
 * Lets questions to the graphics card that will never be answered rest. The splat renderer reads depths back all the time
 * and minds no failure; a canvas that is taken down loses its context in the middle of that, and the page would report an
 * error that is none.
 */
export function forgiveLostReads(renderer: WebGLRenderer): void {
  if (forgiving.has(renderer)) return;
  forgiving.add(renderer);
  const read = renderer.readRenderTargetPixelsAsync.bind(renderer);
  renderer.readRenderTargetPixelsAsync = ((...question: Parameters<typeof read>) =>
    read(...question).catch((reason: unknown) => {
      if (renderer.getContext().isContextLost()) return new Promise<never>(() => undefined);
      throw reason;
    })) as typeof read;
}

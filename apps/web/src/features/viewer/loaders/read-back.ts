import type { WebGLRenderer } from "three";

const forgiving = new WeakSet<WebGLRenderer>();

/**
 * Silences GPU readbacks that can never complete. The splat renderer reads depths back constantly and tolerates
 * failures; a removed canvas loses its context during a readback, and the page would report a false error.
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

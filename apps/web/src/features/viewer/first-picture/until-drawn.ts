const lookEveryMs = 8;

/** Resolves once the GPU has finished its queue: anything started earlier would delay the picture. */
export function untilDrawn(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return new Promise((resolve) => {
    const look = () => {
      const isOver = fence === null || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
      if (isOver) requestAnimationFrame(() => resolve());
      else window.setTimeout(look, lookEveryMs);
    };
    look();
  });
}

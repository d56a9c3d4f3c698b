import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Strict headers on every answer. Scripts come from our own origin only; WebAssembly decodes scans. Styles may be inline
 * because dialogs and drag positions set them; blob: carries textures that loaders unpack.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, connectOrigins }: { publicUrl: string; connectOrigins: readonly string[] },
): Promise<void> {
  const isSecure = publicUrl.startsWith("https:");
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'", "blob:"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "blob:", "data:"],
        fontSrc: ["'self'", "data:"],
        mediaSrc: ["'self'", "blob:"],
        connectSrc: ["'self'", "blob:", "data:", ...connectOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: isSecure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    // With "same-origin" a page loses sight of a sign-in popup as soon as that shows the provider's page.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
}

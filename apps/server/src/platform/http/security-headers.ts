import type { FastifyInstance } from "fastify";

/**
 * Strict headers on every answer, written down once. Scripts come from our own origin only; WebAssembly decodes scans.
 * Styles may be inline because dialogs and drag positions set them; blob: carries textures that loaders unpack.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, connectOrigins }: { publicUrl: string; connectOrigins: readonly string[] },
): void {
  const isSecure = publicUrl.startsWith("https:");
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    ["connect-src 'self' blob: data:", ...connectOrigins].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
  const headers = {
    "content-security-policy": policy.join(";"),
    // With "same-origin" a page loses sight of a sign-in popup as soon as that shows the provider's page.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "SAMEORIGIN",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

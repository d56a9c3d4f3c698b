import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

const allowedFeatures = [
  "accelerometer",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "xr-spatial-tracking",
] as const;
const deniedFeatures = ["camera", "display-capture", "hid", "midi", "payment", "serial", "usb"] as const;

/**
 * Device features that pages may use: headsets and motion sensors for the viewer, game pads, full screen, the position
 * for a visitor who wants places near them, and a microphone where an AI service answers. Nothing uses a camera; a page
 * that needs one has to add it here.
 */
function toPermissionsPolicy(hasAiService: boolean): string {
  return [
    ...[...allowedFeatures, ...(hasAiService ? ["microphone"] : [])].map((feature) => `${feature}=(self)`),
    ...[...deniedFeatures, ...(hasAiService ? [] : ["microphone"])].map((feature) => `${feature}=()`),
  ].join(", ");
}

/** For answers outside of any request: not a page, so nothing is allowed. */
export function listSecurityHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": toPermissionsPolicy(false),
    "cache-control": "no-store",
    ...(isSecureUrl(publicUrl) ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

function isSecureUrl(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/**
 * Strict headers on every answer. Scripts come from our own origin only; WebAssembly decodes scans. Styles may be
 * inline because dialogs and drag positions set them; blob: is for textures that loaders unpack.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, connectOrigins, cdnUrl, ai }: Pick<Config, "publicUrl" | "connectOrigins" | "cdnUrl" | "ai">,
): Promise<void> {
  const isSecure = isSecureUrl(publicUrl);
  const files = cdnUrl === undefined ? [] : [cdnUrl];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'", "blob:"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "blob:", "data:", ...files],
        fontSrc: ["'self'", "data:"],
        mediaSrc: ["'self'", "blob:", ...files],
        connectSrc: ["'self'", "blob:", "data:", ...files, ...connectOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: isSecure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    // With "same-origin", a page loses its sign-in popup as soon as that shows the provider's page.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  // Through this server, or at a socket that the studio speaks to itself.
  const hasAiService = ai !== undefined || connectOrigins.some((origin) => /^wss?:/.test(origin));
  const permissionsPolicy = toPermissionsPolicy(hasAiService);
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("permissions-policy", permissionsPolicy);
    // API answers are for the current caller; cacheable ones set their own header.
    const isJson = String(reply.getHeader("content-type") ?? "").startsWith("application/json");
    if (isJson && reply.getHeader("cache-control") === undefined) reply.header("cache-control", "no-store");
    done();
  });
}

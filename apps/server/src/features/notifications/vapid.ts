import { createECDH } from "node:crypto";

/** The public half of a VAPID key (RFC 8292): an uncompressed point of P-256, base64url. */
export function toVapidPublicKey(privateKey: string): string {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey, "base64url");
  return ecdh.getPublicKey("base64url");
}

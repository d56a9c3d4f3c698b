import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

/** A software authenticator (WebAuthn Level 3, §6): one ES256 key, user verification always done. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  readonly #origin: string;
  readonly #rpIdHash: Buffer;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpIdHash = sha256(new URL(origin).hostname);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#privateKey = privateKey;
    // RFC 9053: kty EC2, alg ES256, crv P-256, x, y.
    this.#coseKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** What a browser returns from `navigator.credentials.create`. */
  register(challenge: string): Record<string, unknown> {
    const idLength = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, this.#coseKey]);
    const authData = this.#authenticatorData(attestedData, credential);
    const dataLength = Buffer.from([0x58, authData.length]);
    const attestationObject = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
      dataLength,
      authData,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** What a browser returns from `navigator.credentials.get`. `counter` overrides the authenticator's own. */
  authenticate(challenge: string, counter = this.#counter + 1): Record<string, unknown> {
    this.#counter = counter;
    const clientData = this.#clientData("webauthn.get", challenge);
    const authData = this.#authenticatorData(0, Buffer.alloc(0));
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#privateKey);
    return this.#answer({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #authenticatorData(flags: number, rest: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([this.#rpIdHash, Buffer.from([flags | userPresent | userVerified]), counter, rest]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #answer(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}

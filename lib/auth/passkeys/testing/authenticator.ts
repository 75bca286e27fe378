import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { MakingOptions } from "../commands";
import type { NewPasskeyResponse, PasskeyResponse } from "../types";

// A software authenticator with real keys, signatures and WebAuthn §6 bytes. It can also misbehave.

const FLAG = { present: 0x01, verified: 0x04, key: 0x40 };

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** CBOR of keys and attestations (RFC 8949): small numbers, bytes, texts, maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([name, member]) => [cbor(name), cbor(member as never)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}

type Ways = {
  origin?: string;
  rpId?: string;
  /** False: no user verification by fingerprint, face or PIN. */
  verified?: boolean;
  type?: string;
  crossOrigin?: boolean;
};

type Asked = { challenge: string; rpId: string };

export class TestAuthenticator {
  counter: number;
  readonly credentialId: string;
  readonly #key: KeyObject;
  readonly #public: { x: Buffer; y: Buffer };

  /** @param counts whether it keeps a counter, as devices do and cloud providers do not */
  constructor(
    readonly origin: string,
    { counts = false } = {},
  ) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
    const { x = "", y = "" } = privateKey.export({ format: "jwk" });
    this.#public = { x: Buffer.from(x, "base64url"), y: Buffer.from(y, "base64url") };
    this.credentialId = base64url(sha256(x).subarray(0, 16));
    this.counter = counts ? 1 : 0;
  }

  create({ challenge, rp }: Pick<MakingOptions, "challenge" | "rp">, ways: Ways = {}): NewPasskeyResponse {
    const id = Buffer.from(this.credentialId, "base64url");
    const { x, y } = this.#public;
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const data = Buffer.concat([this.#data(rp.id, ways, FLAG.key), Buffer.alloc(16), length, id, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        attestationObject: base64url(attestation),
        clientDataJSON: this.#clientData(challenge, { type: "webauthn.create", ...ways }),
        transports: ["internal"],
      },
    };
  }

  get({ challenge, rpId }: Asked, ways: Ways = {}, userId?: string): PasskeyResponse {
    if (this.counter > 0) this.counter += 1;
    const data = this.#data(rpId, ways, 0);
    const client = this.#clientData(challenge, ways);
    const signed = Buffer.concat([data, sha256(Buffer.from(client, "base64url"))]);
    return {
      ...this.#named(),
      response: {
        authenticatorData: base64url(data),
        clientDataJSON: client,
        signature: base64url(sign("sha256", signed, this.#key)),
        ...(userId === undefined ? {} : { userHandle: Buffer.from(userId).toString("base64url") }),
      },
    };
  }

  #named() {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key",
      clientExtensionResults: {},
    } as const;
  }

  #data(rpId: string, { verified = true, rpId: other }: Ways, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = FLAG.present | (verified ? FLAG.verified : 0) | more;
    return Buffer.concat([sha256(other ?? rpId), Buffer.from([flags]), counter]);
  }

  #clientData(challenge: string, { origin = this.origin, type = "webauthn.get", crossOrigin = false }: Ways) {
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })));
  }
}

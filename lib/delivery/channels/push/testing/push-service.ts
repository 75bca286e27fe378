import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Subscription } from "@/lib/channels/push/types";

// A push service and a browser, by the standards' own words: no code of the library that sends.

type Taken = { path: string; headers: http.IncomingHttpHeaders; body: Buffer };

export type PushService = {
  origin: string;
  taken: Taken[];
  close: () => Promise<void>;
};

/** Answers with the status that comes next for this path; the last one stays. */
export async function aPushService(
  answers: Record<string, number[]> = {},
  headers: Record<string, string> = {},
): Promise<PushService> {
  const taken: Taken[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      taken.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const [status = 201, ...rest] = answers[path] ?? [];
      if (rest.length > 0) answers[path] = rest;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, headers).end(status === 201 ? "" : "said by the service");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, taken, close };
}

export type TestBrowser = { subscription: Subscription; read: (body: Buffer) => unknown };

/** A browser that is subscribed there. */
export function aBrowserAt(service: { origin: string }, path: string): TestBrowser {
  const own = createECDH("prime256v1");
  const point = own.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: point.toString("base64url"), auth: auth.toString("base64url") };
  return {
    subscription: { endpoint: `${service.origin}${path}`, keys },
    read: (body) => JSON.parse(decrypted(body, own, auth).toString("utf8")),
  };
}

/** RFC 8291, section 3.4, and RFC 8188, section 2. */
function decrypted(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", own.computeSecret(sender), auth, info, 32));
  const derived = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** The claims of a VAPID header whose signature holds (RFC 8292, section 3). */
export function claimsOf(authorization: string | undefined, publicKey: string): Record<string, unknown> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? "") ?? [];
  if (key !== publicKey) throw new Error("signed with another key");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const holds = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!holds) throw new Error("the signature does not hold");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
}

import "server-only";
import { createHash } from "node:crypto";

/** Hex SHA-256. Enough for keys of 32 random bytes; a slow hash there would only be a way to exhaust the server. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

import "server-only";
import { createHash } from "node:crypto";

/**
 * Hex SHA-256. Sufficient for keys of 32 random bytes, where a slow hash would only help to exhaust
 * the server.
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

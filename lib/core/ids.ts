import "server-only";
import { randomFillSync } from "node:crypto";
import { UUID } from "./uuid";

// Random bytes for many ids at once; one call per id would cost more than the rest of the id.
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

let lastMs = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then a 12-bit counter in `rand_a` (method
 * 1), so ids made by one process sort in the order they were made.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = randomBytes(2).readUInt16BE() & 0x7ff; // leaves at least 2,048 ids before the counter overflows into the next millisecond
  } else if (++counter > 0xfff) {
    counter = 0;
    lastMs += 1;
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Whether the text is a UUID. Anything else cannot be an id, so a lookup needs no query. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The lowest id of a moment in Unix milliseconds, because ids start with their time. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The lowest id of a UTC day, as a lower bound for index scans. */
export function firstIdOfDay(day: string): string {
  return firstIdAt(Date.parse(day));
}

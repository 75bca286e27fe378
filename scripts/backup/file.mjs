// A backup file: a format line, compressed frames, a seal and a SHA-256. The seal proves who wrote
// it, the sum that it is complete. Streams files of any size.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

const MAGIC = Buffer.from("countersign backup 1\n");
const HASH_BYTES = 32;
const END_BYTES = 2 * HASH_BYTES;
const HEAD_BYTES = 5;
// Memory limit of a reader. COPY delivers pieces of 64 KiB.
const FRAME_BYTES_MAX = 4 * 1024 * 1024;

/** A problem with a backup that the operator can fix; shown in one line. */
export class BackupError extends Error {}

export class BrokenError extends BackupError {
  constructor(file) {
    super(`${file} is not whole: it was cut off or altered. Nothing was restored.`);
  }
}

/** @typedef {{ kind: "head" | "table" | "rows" | "end", payload: Buffer }} Frame */

const KINDS = { head: 72, table: 84, rows: 68, end: 69 };
const KIND_OF = new Map(Object.entries(KINDS).map(([kind, byte]) => [byte, kind]));

/**
 * @param {Frame["kind"]} kind
 * @param {Buffer | object} content bytes, or an object for JSON
 * @throws BackupError if it is too long to read again
 */
export function frame(kind, content) {
  const payload = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  if (payload.length > FRAME_BYTES_MAX)
    throw new BackupError(`A frame of ${payload.length} bytes does not fit into a backup.`);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS[kind], 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

/** Splits rows into frames of limited size; a row may span frames. */
export function* rowFrames(bytes) {
  for (let at = 0; at < bytes.length; at += FRAME_BYTES_MAX)
    yield frame("rows", bytes.subarray(at, at + FRAME_BYTES_MAX));
}

/**
 * Writes frames to a new file, readable by this account only, and renames it when complete.
 * @param {string} file
 * @param {AsyncIterable<Buffer>} frames
 * @param {Buffer} key of the seal
 * @returns {Promise<{ bytes: number, sha256: string }>} size and SHA-256 of the whole file, as
 * printed by `sha256sum`
 * @throws BackupError if the name is taken
 */
export async function writeFrames(file, frames, key) {
  if (existsSync(file))
    throw new BackupError(`${file} is there already. Nothing was written; choose another name.`);
  const part = `${file}.part`;
  const sums = sumsOf(key);
  sums.update(MAGIC);
  const summing = new Transform({
    transform(chunk, _, done) {
      sums.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(null, sums.end()),
  });
  try {
    // An existing file may be a link, or readable by others.
    rmSync(part, { force: true });
    const out = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    out.write(MAGIC);
    await pipeline(Readable.from(frames, { objectMode: true, highWaterMark: 4 }), createGzip(), summing, out);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  return { bytes: statSync(file).size, sha256: sums.ofFile() };
}

/** The seal of everything, and the sum of everything with the seal. */
function sumsOf(key) {
  const hash = createHash("sha256");
  const seal = createHmac("sha256", key);
  let whole = "";
  return {
    update(chunk) {
      hash.update(chunk);
      seal.update(chunk);
    },
    end() {
      const sealed = seal.digest();
      const sum = hash.update(sealed).copy().digest();
      whole = hash.update(sum).digest("hex");
      return Buffer.concat([sealed, sum]);
    },
    ofFile: () => whole,
    fits(end) {
      const kept = end.subarray(0, HASH_BYTES);
      const whole = timingSafeEqual(hash.update(kept).digest(), end.subarray(HASH_BYTES));
      return { whole, sealed: timingSafeEqual(seal.digest(), kept) };
    },
  };
}

/**
 * Reads the whole file once.
 * @param {string} file
 * @param {Buffer} key
 * @returns {Promise<{ sealed: boolean }>} whether the seal matches this key
 * @throws BackupError if it is no complete, unchanged backup
 */
export async function verifyFile(file, key) {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}. Nothing was restored.`);
  const size = statSync(file).size;
  if (!startsAsBackup(file))
    throw new BackupError(`${file} is no backup of Countersign. Nothing was restored.`);
  if (size <= MAGIC.length + END_BYTES) throw new BrokenError(file);
  const sums = sumsOf(key);
  for await (const chunk of createReadStream(file, { end: size - END_BYTES - 1 })) sums.update(chunk);
  const end = [];
  for await (const chunk of createReadStream(file, { start: size - END_BYTES })) end.push(chunk);
  const { whole, sealed } = sums.fits(Buffer.concat(end));
  if (!whole) throw new BrokenError(file);
  return { sealed };
}

/**
 * The SHA-256 of a file, as `sha256sum` says it.
 * @param {string} file
 * @returns {Promise<string>}
 */
export async function sha256Of(file) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

function startsAsBackup(file) {
  const start = Buffer.alloc(MAGIC.length);
  const open = openSync(file, "r");
  readSync(open, start, 0, start.length, 0);
  return start.equals(MAGIC);
}

/**
 * Frames of a verified file in order.
 * @returns {AsyncGenerator<Frame>}
 */
export async function* readFrames(file) {
  const end = statSync(file).size - END_BYTES - 1;
  const packed = createReadStream(file, { start: MAGIC.length, end });
  const unpacked = createGunzip();
  packed.on("error", (error) => unpacked.destroy(error));
  // Joins pieces only once a head or frame is complete; joining each time would copy long frames
  // repeatedly.
  let [pieces, bytes, wanted] = [[], 0, HEAD_BYTES];
  for await (const piece of packed.pipe(unpacked)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < wanted) continue;
    const all = Buffer.concat(pieces, bytes);
    let at = 0;
    for (wanted = HEAD_BYTES; bytes - at >= HEAD_BYTES; wanted = HEAD_BYTES) {
      const kind = KIND_OF.get(all[at]);
      const length = all.readUInt32BE(at + 1);
      if (!kind || length > FRAME_BYTES_MAX) throw new BackupError(`${file} holds something unknown.`);
      wanted = HEAD_BYTES + length;
      if (bytes - at < wanted) break;
      yield { kind, payload: all.subarray(at + HEAD_BYTES, at + wanted) };
      at += wanted;
    }
    pieces = [all.subarray(at)];
    bytes -= at;
  }
}

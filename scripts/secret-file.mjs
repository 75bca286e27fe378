import { randomBytes } from "node:crypto";
import fs from "node:fs";

/**
 * Random text in a private file, created at first use. Concurrent processes get the same text.
 * @param {string} file absolute path in an existing folder
 * @param {number} bytes of randomness, written as base64url
 * @param {{ uid?: number, gid?: number }} [account] owner; default: this process's
 */
export function secretFile(file, bytes, account = {}) {
  if (!fs.existsSync(file)) {
    const made = `${file}.${process.pid}`;
    fs.writeFileSync(made, randomBytes(bytes).toString("base64url"), { mode: 0o600 });
    if (account.uid !== undefined) fs.chownSync(made, account.uid, account.gid);
    placeFirst(made, file);
  }
  return fs.readFileSync(file, "utf8").trim();
}

/**
 * A hard link fails if the name exists, so the first one stays; file systems without links get a
 * rename.
 */
function placeFirst(made, file) {
  try {
    fs.linkSync(made, file);
  } catch (error) {
    if (error.code !== "EEXIST") return fs.renameSync(made, file);
  }
  fs.rmSync(made);
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkLayers } from "../../check-layers.mjs";

/**
 * Writes a small project, passes its folder to the work and removes it.
 * @param {Record<string, string>} files
 */
export function withPlanted(files, work) {
  const root = mkdtempSync(path.join(tmpdir(), "layers-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Breaches of one rule in a small project. */
export const breaches = (rule, files) => withPlanted(files, (root) => checkLayers(root, rule).get(rule));

export const idle = (count) =>
  Array.from({ length: count }, (_, at) => `  const line${at} = ${at};\n`).join("");

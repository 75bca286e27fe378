import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { RULES } from "../lint/finding";
import { FINDING_CODES } from "../lint/types";
import type { Reported } from "./reports";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** For code scanning: SARIF 2.1.0, one run. Remarks become notes. */
export function asSarif(found: readonly Reported[], file: string, version: string): string {
  const rules = FINDING_CODES.map((code) => ({
    id: code,
    name: pascal(code),
    shortDescription: { text: RULES[code].title },
    fullDescription: { text: RULES[code].why },
    help: { text: RULES[code].fix },
  }));
  const results = found.map((one) => ({
    ruleId: one.code,
    ruleIndex: FINDING_CODES.indexOf(one.code),
    level: one.severity === "warning" ? "warning" : "note",
    message: { text: `${one.tools.join(", ")}: ${one.message}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: one.line } },
        logicalLocations: one.tools.map((name) => ({
          name,
          fullyQualifiedName: `${name}${one.pointer}`,
          kind: "member",
        })),
      },
    ],
    // The fingerprint does not depend on the line.
    partialFingerprints: { "finding/v1": fingerprint(one) },
    properties: { pointer: one.place, proposal: one.proposal, patch: one.patch },
  }));
  const driver = { name: "countersign-lint", version, rules };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

const pascal = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const fingerprint = ({ code, tools, pointer }: Reported): string =>
  createHash("sha256")
    .update(JSON.stringify([code, tools, pointer]))
    .digest("hex");

/**
 * A path as a URI; relative paths stay relative, so that code scanning finds them in the
 * repository.
 */
function uriOf(file: string): string {
  if (file === "-") return "stdin";
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(file)) return pathToFileURL(file).href;
  return file
    .replace(/^(?:\.[\\/])+/, "")
    .split(/[\\/]/)
    .map(encodeURIComponent)
    .join("/");
}

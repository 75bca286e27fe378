import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

// All our programs run in the repository's folder, even if bundled elsewhere.
const FOLDER = path.join(process.cwd(), "sample");

/** A tool in the form of a server's `tools/list`. */
export type Listed = {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: object;
  annotations?: object;
};

// Made-up servers of the sample's companies.
const OWN = ["quality"];

/** Tools of a published MCP server, or of a company's own. */
export function readCatalogue(provider: string): Listed[] {
  const folder = OWN.includes(provider) ? "own" : "catalogues";
  return JSON.parse(readFileSync(path.join(FOLDER, folder, `${provider}.json`), "utf8")).tools;
}

/** What agents should read before they use a provider's tools. */
export function readCheatsheet(provider: string): string {
  return readFileSync(path.join(FOLDER, "cheatsheets", `${provider}.md`), "utf8");
}

const judges = new Map<string, z.ZodType>();

/**
 * The error of the tool's schema for arguments, if any, in the words of the most common server
 * library.
 */
export function misfitOf(provider: string, tool: string, sent: unknown) {
  const key = `${provider}/${tool}`;
  const judge = judges.get(key) ?? z.fromJSONSchema(strictSchema(provider, tool));
  judges.set(key, judge);
  const [issue] = judge.safeParse(sent).error?.issues ?? [];
  if (!issue) return null;
  // An unknown member is reported with its path.
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return { path: [...issue.path, ...unknown], message: issue.message };
}

/** Without defaults, so that required members have to be sent. */
function strictSchema(provider: string, tool: string) {
  const schema = readCatalogue(provider).find(({ name }) => name === tool)?.inputSchema ?? {};
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "default" ? undefined : value)));
}

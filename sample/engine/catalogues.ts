import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

// Every program of ours is started in the repository's folder, also when it is bundled into one file elsewhere.
const FOLDER = path.join(process.cwd(), "sample");

/** One tool as a server's `tools/list` gives it. */
export type Listed = {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: object;
  annotations?: object;
};

// Servers that a company of the sample wrote for itself: made up, like the company.
const OWN = ["quality"];

/** The tools of a published MCP server, or of a company's own. */
export function readCatalogue(provider: string): Listed[] {
  const folder = OWN.includes(provider) ? "own" : "catalogues";
  return JSON.parse(readFileSync(path.join(FOLDER, folder, `${provider}.json`), "utf8")).tools;
}

/** What agents should read before they use a provider's tools. */
export function readCheatsheet(provider: string): string {
  return readFileSync(path.join(FOLDER, "cheatsheets", `${provider}.md`), "utf8");
}

const judges = new Map<string, z.ZodType>();

/** What the tool's schema finds wrong with arguments, if anything, in the words of the library that most servers are written with. */
export function misfitOf(provider: string, tool: string, sent: unknown) {
  const key = `${provider}/${tool}`;
  const judge = judges.get(key) ?? z.fromJSONSchema(strictSchema(provider, tool));
  judges.set(key, judge);
  const [issue] = judge.safeParse(sent).error?.issues ?? [];
  if (!issue) return null;
  // What the schema does not know is named where it was sent.
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return { path: [...issue.path, ...unknown], message: issue.message };
}

/** Without defaults: what is required has to be sent. */
function strictSchema(provider: string, tool: string) {
  const schema = readCatalogue(provider).find(({ name }) => name === tool)?.inputSchema ?? {};
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "default" ? undefined : value)));
}

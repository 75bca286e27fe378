import { readFile } from "node:fs/promises";
import path from "node:path";

// Every program of ours is started in the repository's folder, also when it is bundled into one file elsewhere.
const FOLDER = path.join(process.cwd(), "sample");

/** One tool as a server's `tools/list` gives it. */
export type Listed = {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
};

/** The tools of a published MCP server. */
export async function readCatalogue(provider: string): Promise<Listed[]> {
  const text = await readFile(path.join(FOLDER, "catalogues", `${provider}.json`), "utf8");
  return (JSON.parse(text) as { tools: Listed[] }).tools;
}

/** What agents should read before they use a provider's tools. */
export function readCheatsheet(provider: string): Promise<string> {
  return readFile(path.join(FOLDER, "cheatsheets", `${provider}.md`), "utf8");
}

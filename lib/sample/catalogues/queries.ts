import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Listed } from "../definitions/rules";

// Beside this file, wherever the process was started: the files are read when a sample is loaded, not at the start.
const FOLDER = path.join(process.cwd(), "lib", "sample");

/** The tools of a published MCP server, as its `tools/list` answers them. */
export async function readCatalogue(provider: string): Promise<Listed[]> {
  const text = await readFile(path.join(FOLDER, "catalogues", `${provider}.json`), "utf8");
  return (JSON.parse(text) as { tools: Listed[] }).tools;
}

/** What agents should read before they use a provider's tools. */
export function readCheatsheet(provider: string): Promise<string> {
  return readFile(path.join(FOLDER, "cheatsheets", `${provider}.md`), "utf8");
}

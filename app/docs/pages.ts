import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";

const FOLDER = path.join(process.cwd(), "docs");
const WRITTEN = [
  "deciding",
  "policies",
  "triage",
  "rationales",
  "insights",
  "better-tools",
  "connecting",
  "python-and-go",
  "operating",
  "scaling",
  "performance",
] as const;
const known = new Map<string, Promise<string>>();

type WrittenPage = (typeof WRITTEN)[number];

export const isWritten = (slug: string): slug is WrittenPage => WRITTEN.some((page) => page === slug);

/** The text of a page: the file of that name in docs/. Read once. */
export function pageText(slug: WrittenPage): Promise<string> {
  const text = known.get(slug) ?? readFile(path.join(FOLDER, `${slug}.md`), "utf8");
  known.set(slug, text);
  return text;
}

export const allTexts = () => Promise.all(WRITTEN.map(pageText));

import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { referenceEntries } from "@/components/docs/api-reference";
import { type ReadPage, readMarkdown } from "@/components/docs/markdown-text";
import { searchIn } from "@/components/docs/search";
import { DOC_PAGES } from "@/components/words/docs";
import { wholeDocument } from "@/lib/api/contract";

const DECISIONS = path.join("docs", "decisions");

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

const textOf = (file: string) => readFile(path.join(process.cwd(), file), "utf8");

const written = once(async () => {
  const files = DOC_PAGES.flatMap(({ slug, file }) => (file ? [{ slug, file }] : []));
  return Promise.all(files.map(async ({ slug, file }) => ({ slug, file, text: await textOf(file) })));
});

/** A file-based page by its address; null if unknown. */
export async function writtenPage(slug: string): Promise<ReadPage | null> {
  const page = (await written()).find((one) => one.slug === slug);
  return page ? readMarkdown(page.text, page.file) : null;
}

/** The texts of all file-based pages. */
export const allTexts = async (): Promise<string[]> => (await written()).map(({ text }) => text);

/** All decisions in order, one page each. */
export const decisions = once(async (): Promise<{ slug: string; page: ReadPage }[]> => {
  const names = (await readdir(path.join(process.cwd(), DECISIONS))).filter((name) => name.endsWith(".md"));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const file = path.posix.join("docs", "decisions", name);
      return { slug: name.slice(0, -".md".length), page: readMarkdown(await textOf(file), file) };
    }),
  );
});

/** The data of the API reference. */
export function reference() {
  const { paths, webhooks, components } = wholeDocument() as unknown as {
    webhooks: Parameters<typeof referenceEntries>[0]["callbacks"];
    paths: Parameters<typeof referenceEntries>[0]["paths"];
    components: { schemas: Parameters<typeof referenceEntries>[0]["schemas"] };
  };
  return { paths, callbacks: webhooks, schemas: components.schemas };
}

const search = once(async () => {
  const pages = (await written()).map(({ slug, file, text }) => ({
    address: `/docs/${slug}`,
    page: readMarkdown(text, file),
  }));
  const reasons = (await decisions()).map(({ slug, page }) => ({ address: `/docs/decisions/${slug}`, page }));
  return searchIn([...pages, ...reasons], referenceEntries(reference()));
});

/** Search hits for the words, best first. */
export const searchDocs = async (words: string) => (await search())(words);

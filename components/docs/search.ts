import MiniSearch from "minisearch";
import { type ReadPage, sectionsOf } from "./markdown-text";
import type { ReferenceEntry } from "./reference-search";

/** A section that matches a search. `excerpt` is the text around the first match. */
export type DocsHit = { address: string; page: string; heading: string; excerpt: string };

type Entry = { id: number; address: string; page: string; heading: string; text: string };

/** Maximum number of results. */
export const HITS_MAX = 30;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
const JOINED = /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu;
const EXCERPT_CHARS = 220;

/**
 * Searches all sections and reference entries. Each word has to match exactly, as a prefix, or
 * within one or two letters; headings weigh more. Returns at most 30, best first; none without
 * words.
 */
export function searchIn(
  pages: readonly { address: string; page: ReadPage }[],
  reference: readonly ReferenceEntry[],
): (words: string) => DocsHit[] {
  const entries: Entry[] = [
    ...pages.flatMap(({ address, page }) =>
      sectionsOf(page).map(({ heading, text }) => ({
        address: heading.depth === 1 ? address : `${address}#${heading.anchor}`,
        page: page.title,
        heading: heading.text,
        text,
      })),
    ),
    ...reference.map(({ anchor, label, words }) => ({
      address: `/docs/api#${anchor}`,
      page: "API reference",
      heading: label,
      text: words,
    })),
  ].map((entry, id) => ({ id, ...entry }));
  const index = new MiniSearch<Entry>({
    fields: ["heading", "page", "text"],
    // `AUTH_SECRET` matches as one word as well as by its parts.
    tokenize: (text) => [...text.split(SEPARATORS), ...(text.match(JOINED) ?? [])],
    searchOptions: {
      combineWith: "AND",
      tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      boost: { heading: 3, page: 2 },
    },
  });
  index.addAll(entries);
  return (words) =>
    index
      .search(words)
      .slice(0, HITS_MAX)
      .map(({ id, terms }) => {
        const { address, page, heading, text } = entries[id] as Entry;
        return { address, page, heading, excerpt: excerptOf(text, terms) };
      });
}

/** The text around the first match, cut between words. */
function excerptOf(text: string, words: readonly string[]): string {
  const small = text.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = first < EXCERPT_CHARS / 2 ? 0 : text.lastIndexOf(" ", first - EXCERPT_CHARS / 4) + 1;
  const cut = text.slice(from, from + EXCERPT_CHARS);
  const end = from + EXCERPT_CHARS >= text.length ? cut.length : cut.lastIndexOf(" ");
  return `${from > 0 ? "… " : ""}${cut.slice(0, end)}${end < cut.length || from + cut.length < text.length ? " …" : ""}`;
}

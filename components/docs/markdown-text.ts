import { lexer, type Token, type Tokens, walkTokens } from "marked";
import { DOC_PAGES } from "@/components/words/docs";

export type Heading = { depth: number; text: string; anchor: string };

/** A rendered page: its links point to addresses in the product. */
export type ReadPage = { title: string; tokens: Token[]; headings: Heading[] };

/** A heading of a page and the text below it, up to the next heading. */
type Section = { heading: Heading; text: string };

/**
 * Parses one of our pages. `file` is its path in the project.
 * @throws Error on raw HTML, which the renderer does not support
 */
export function readMarkdown(text: string, file: string): ReadPage {
  const tokens = lexer(text, { gfm: true });
  const raw = findRawHtml(tokens);
  if (raw) throw new Error(`${file} holds raw HTML: ${raw}`);
  walkTokens(tokens, (token) => {
    if (token.type === "link") token.href = linkTarget(token.href, file) ?? "";
  });
  const headings = headingsOf(tokens);
  return { title: headings.find(({ depth }) => depth === 1)?.text ?? "", tokens, headings };
}

/** The sections of a page, as search entries. */
export function sectionsOf({ tokens, headings }: ReadPage): Section[] {
  const next = headings.values();
  const sections: { heading: Heading; texts: string[] }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") sections.push({ heading: next.next().value as Heading, texts: [] });
    else if (token.type !== "space") sections.at(-1)?.texts.push(wordsOf(token));
  }
  return sections.map(({ heading, texts }) => ({ heading, text: texts.join(" ").replace(/\s+/g, " ") }));
}

const wordsOf = (token: Token): string => {
  const inner = childrenOf(token);
  if (inner.length === 0) return "text" in token ? String(token.text) : "";
  return inner.map(wordsOf).join(token.type === "list" || token.type === "table" ? " " : "");
};

function findRawHtml(tokens: readonly Token[]): string | null {
  for (const token of tokens) {
    if (token.type === "html") return token.raw.trim();
    const found = findRawHtml(childrenOf(token));
    if (found) return found;
  }
  return null;
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
  }
  return ("tokens" in token && token.tokens) || [];
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  const taken = new Map<string, number>();
  return tokens
    .filter((token): token is Tokens.Heading => token.type === "heading")
    .map((token) => {
      const text = plainText(token.tokens);
      const base = anchorOf(text);
      const count = taken.get(base) ?? 0;
      taken.set(base, count + 1);
      return { depth: token.depth, text, anchor: count === 0 ? base : `${base}-${count}` };
    });
}

/** The words of a text without its markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const inner = childrenOf(token);
      if (inner.length > 0) return plainText(inner);
      return "text" in token ? String(token.text) : "";
    })
    .join("");
}

/** Matches GitHub's anchors, so that links work in both places. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}

const ADDRESSES = new Map<string, string>([
  ["README.md", "/docs"],
  ["docs/decisions", "/docs/decisions"],
  ...DOC_PAGES.flatMap(({ slug, file }): [string, string][] => (file ? [[file, `/docs/${slug}`]] : [])),
]);

/** The address of a link in `file`: other pages by their address, other project files null. */
export function linkTarget(href: string, file: string): string | null {
  if (/^(https?:\/\/|#|\/)/.test(href)) return href;
  const [place = "", anchor] = href.split("#");
  const target = new URL(place, `file:///${file}`).pathname.slice(1);
  const decision = /^docs\/decisions\/([a-z0-9-]+)\.md$/.exec(target)?.[1];
  const address = decision ? `/docs/decisions/${decision}` : ADDRESSES.get(target.replace(/\/$/, ""));
  return address ? address + (anchor ? `#${anchor}` : "") : null;
}

/** The address of a page's picture; null for files outside the public folder. */
export function pictureAddress(href: string): string | null {
  const picture = /^\.\.\/public(\/docs\/pictures\/[a-z0-9-]+\.png)$/.exec(href);
  return picture?.[1] ?? null;
}

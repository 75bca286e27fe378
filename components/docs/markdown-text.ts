import { lexer, type Token, type Tokens } from "marked";

export type Heading = { depth: number; text: string; anchor: string };

/** One of our own pages, read once. Raw HTML is refused: our pages are text, and nothing here could show it. */
export function readMarkdown(text: string): { title: string; tokens: Token[]; headings: Heading[] } {
  const tokens = lexer(text, { gfm: true });
  const raw = findRawHtml(tokens);
  if (raw) throw new Error(`a page of the documentation holds raw HTML: ${raw}`);
  const headings = headingsOf(tokens);
  return { title: headings.find(({ depth }) => depth === 1)?.text ?? "", tokens, headings };
}

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

/** The words of a piece of text without its marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const inner = childrenOf(token);
      if (inner.length > 0) return plainText(inner);
      return "text" in token ? String(token.text) : "";
    })
    .join("");
}

/** As GitHub makes them, so that links work in both places. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}

/** Where a link of a page leads in the product: other pages by their address, other files of the project nowhere. */
export function linkTarget(href: string): string | null {
  if (/^(https?:\/\/|#|\/)/.test(href)) return href;
  const page = /^(?:\.\/)?([a-z0-9-]+)\.md(#[\w-]+)?$/.exec(href);
  return page ? `/docs/${page[1]}${page[2] ?? ""}` : null;
}

/** Where the product serves a picture of a page: those beside the other public files, and no others. */
export function pictureAddress(href: string): string | null {
  const picture = /^\.\.\/public(\/docs\/pictures\/[a-z0-9-]+\.png)$/.exec(href);
  return picture?.[1] ?? null;
}

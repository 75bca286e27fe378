/** A part of a line: plain text, or text with one look. A link keeps its address, which is shown, never followed. */
export type Span =
  | { kind: "text" | "code" | "strong" | "em"; text: string }
  | { kind: "link"; text: string; address: string };

export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "paragraph" | "quote"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: { depth: number; spans: Span[] }[] }
  | { kind: "code"; text: string; language: string }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "rule" };

const FENCE = /^\s*(```+|~~~+)\s*([^`]*)$/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const RULE = /^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$|^\s*(?:_\s*){3,}$/;
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
// Lengths are bounded: a mark that never closes must not be looked for to the end of the text, from every place again.
const INLINE =
  /`([^`]{1,500})`|\*\*([^*]{1,500})\*\*|__([^_]{1,500})__|\[([^\]]{1,500})\]\(([^)\s]{1,500})\)|\*([^*\s][^*]{0,500})\*|\b_([^_]{1,500})_\b/g;
const DEPTH_MAX = 3;

/**
 * The everyday part of Markdown as data: headings, paragraphs, lists, code, quotes, tables. Everything else, HTML included, is
 * text.
 */
export function readMarkdown(source: string): Block[] {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = Math.max(next, at + 1);
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number): [Block | null, number] {
  const line = lines[at] ?? "";
  if (line.trim() === "") return [null, at + 1];
  const fence = FENCE.exec(line);
  if (fence) return readCode(lines, at, fence[1] ?? "```", (fence[2] ?? "").trim());
  const heading = HEADING.exec(line);
  if (heading)
    return [{ kind: "heading", level: heading[1]?.length ?? 1, spans: spansOf(heading[2] ?? "") }, at + 1];
  if (RULE.test(line)) return [{ kind: "rule" }, at + 1];
  if (ITEM.test(line)) return readList(lines, at);
  if (line.includes("|") && DELIMITER.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("-"))
    return readTable(lines, at);
  return readText(lines, at);
}

function readCode(lines: readonly string[], at: number, fence: string, language: string): [Block, number] {
  const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence));
  const last = end === -1 ? lines.length : end;
  return [{ kind: "code", text: lines.slice(at + 1, last).join("\n"), language }, last + 1];
}

function readList(lines: readonly string[], at: number): [Block, number] {
  const items: { depth: number; text: string }[] = [];
  const ordered = ITEM.exec(lines[at] ?? "")?.[2] !== undefined;
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const item = ITEM.exec(line);
    const last = items.at(-1);
    if (item)
      items.push({ depth: Math.min(Math.floor((item[1] ?? "").length / 2), DEPTH_MAX), text: item[3] ?? "" });
    else if (/^\s+\S/.test(line) && last) last.text += ` ${line.trim()}`;
    else break;
  }
  return [
    { kind: "list", ordered, items: items.map(({ depth, text }) => ({ depth, spans: spansOf(text) })) },
    next,
  ];
}

function readTable(lines: readonly string[], at: number): [Block, number] {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => spansOf(cell.trim()));
  let next = at + 2;
  while ((lines[next] ?? "").includes("|")) next += 1;
  return [{ kind: "table", head: cells(lines[at] ?? ""), rows: lines.slice(at + 2, next).map(cells) }, next];
}

function readText(lines: readonly string[], at: number): [Block, number] {
  const quote = /^\s*>/.test(lines[at] ?? "");
  let next = at;
  while (next < lines.length && continues(lines[next] ?? "", quote, next === at)) next += 1;
  const text = lines
    .slice(at, next)
    .map((line) => (quote ? line.replace(/^\s*>\s?/, "") : line.trim()))
    .join(" ");
  return [{ kind: quote ? "quote" : "paragraph", spans: spansOf(text) }, next];
}

function continues(line: string, quote: boolean, first: boolean): boolean {
  if (first) return true;
  if (quote) return /^\s*>/.test(line);
  return (
    line.trim() !== "" &&
    !/^\s*>/.test(line) &&
    ![FENCE, HEADING, ITEM, RULE].some((start) => start.test(line))
  );
}

/** The looks within a line. Marks that do not close are text. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > from) spans.push({ kind: "text", text: line.slice(from, match.index) });
    const [whole, code, bold, under, label, address, star, slanted] = match;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (label !== undefined && address !== undefined) spans.push({ kind: "link", text: label, address });
    else if (bold !== undefined || under !== undefined)
      spans.push({ kind: "strong", text: bold ?? under ?? "" });
    else spans.push({ kind: "em", text: star ?? slanted ?? "" });
    from = match.index + whole.length;
  }
  if (from < line.length) spans.push({ kind: "text", text: line.slice(from) });
  return spans;
}

/** A part of a line: plain or styled text. A link shows its address and is never followed. */
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

// Matches markers at the line start only, and cuts the rest by hand: patterns that retry a line's
// spaces cost the square of its length. Any holder of a gateway key writes these lines.
const FENCE = /^(?:`{3,}|~{3,})/;
const HEADING = /^#{1,6}(?=\s)/;
const ITEM = /^(?:[-*+]|(\d{1,9})[.)])(?=\s)/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const DELIMITER = /^:?-+:?$/;
/** In characters; a longer line is plain text. No heading or table row is that long. */
const LINE_MAX = 2_000;
// Bounded lengths: otherwise an unclosed mark would be searched to the end of the text from every
// position.
const INLINE =
  /`([^`]{1,500})`|\*\*([^*]{1,500})\*\*|__([^_]{1,500})__|\[([^[\]]{1,500})\]\(([^)\s]{1,500})\)|\*([^*\s][^*]{0,500})\*|\b_([^_]{1,500})_\b/g;
const LIST_DEPTH_MAX = 3;

/**
 * Everyday Markdown as data: headings, paragraphs, lists, code, quotes, tables. Everything else,
 * including HTML, is text.
 */
export function readMarkdown(source: string): Block[] {
  const lines = source.split(/\r\n|[\n\r\u2028\u2029]/);
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
  const fence = fenceOf(line);
  if (fence) return readCode(lines, at, fence);
  const heading = headingOf(line);
  if (heading) return [{ kind: "heading", level: heading.level, spans: spansOf(heading.text) }, at + 1];
  if (isRule(line)) return [{ kind: "rule" }, at + 1];
  if (itemOf(line)) return readList(lines, at);
  if (isRow(line) && isDelimiter(lines[at + 1] ?? "")) return readTable(lines, at);
  return readText(lines, at);
}

function fenceOf(line: string): { fence: string; language: string } | null {
  const text = line.trimStart();
  const [fence] = FENCE.exec(text) ?? [];
  if (!fence || line.length > LINE_MAX) return null;
  const language = text.slice(fence.length).trim();
  return language.includes("`") ? null : { fence, language };
}

function headingOf(line: string): { level: number; text: string } | null {
  const [marks] = HEADING.exec(line) ?? [];
  if (!marks || line.length > LINE_MAX) return null;
  const text = line.slice(marks.length).trim();
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  return text === "" ? null : { level: marks.length, text: text.slice(0, end).trimEnd() || text };
}

function itemOf(line: string): { indent: number; ordered: boolean; text: string } | null {
  const text = line.trimStart();
  const item = ITEM.exec(text);
  if (!item || line.length > LINE_MAX) return null;
  const ordered = item[1] !== undefined;
  return { indent: line.length - text.length, ordered, text: text.slice(item[0].length).trimStart() };
}

function isRule(line: string): boolean {
  return line.length <= LINE_MAX && RULE.test(line.replace(/\s/g, ""));
}

function isRow(line: string): boolean {
  return line.length <= LINE_MAX && line.includes("|");
}

function isDelimiter(line: string): boolean {
  return line.length <= LINE_MAX && cellsOf(line).every((cell) => DELIMITER.test(cell));
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

function readCode(
  lines: readonly string[],
  at: number,
  { fence, language }: { fence: string; language: string },
): [Block, number] {
  let last = at + 1;
  while (last < lines.length && !(lines[last] ?? "").trimStart().startsWith(fence)) last += 1;
  return [{ kind: "code", text: lines.slice(at + 1, last).join("\n"), language }, last + 1];
}

function readList(lines: readonly string[], at: number): [Block, number] {
  const items: { depth: number; text: string }[] = [];
  const ordered = itemOf(lines[at] ?? "")?.ordered ?? false;
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const item = itemOf(line);
    const last = items.at(-1);
    if (item) items.push({ depth: Math.min(Math.floor(item.indent / 2), LIST_DEPTH_MAX), text: item.text });
    else if (/^\s+\S/.test(line) && last) last.text += ` ${line.trim()}`;
    else break;
  }
  return [
    { kind: "list", ordered, items: items.map(({ depth, text }) => ({ depth, spans: spansOf(text) })) },
    next,
  ];
}

function readTable(lines: readonly string[], at: number): [Block, number] {
  const cells = (line: string) => cellsOf(line).map(spansOf);
  let next = at + 2;
  while (isRow(lines[next] ?? "")) next += 1;
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
  if (line.trim() === "" || /^\s*>/.test(line)) return false;
  return !(fenceOf(line) || headingOf(line) || itemOf(line) || isRule(line));
}

/** The styles within a line. Unclosed marks are text. */
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

import { type DiffLine, lineBlocks } from "@/lib/core/text/line-diff";
import type { ObjectNode } from "../nodes";
import { plainName } from "./names";
import type { FileDiff } from "./types";

/** Longer diffs are cut. */
const DIFF_LINES_MAX = 600;

/** Longer texts are not compared. */
const PAIR_CHARS_MAX = 128 * 1024;

/** Names of the text before and the one after. Loose ones also name things that are no texts. */
const PAIRS = [
  { before: "oldstring", after: "newstring", loose: false },
  { before: "oldstr", after: "newstr", loose: false },
  { before: "oldtext", after: "newtext", loose: false },
  { before: "oldcontent", after: "newcontent", loose: false },
  { before: "oldcode", after: "newcode", loose: false },
  { before: "before", after: "after", loose: true },
  { before: "original", after: "modified", loose: true },
  { before: "original", after: "updated", loose: true },
  { before: "search", after: "replace", loose: true },
  { before: "old", after: "new", loose: true },
] as const;

const FILES = new Set(["path", "file", "filepath", "filename"]);

const FILE_CHARS = 400;

/** An object with a text before and one after; null for any other. */
export function readPair(node: ObjectNode): FileDiff | null {
  const texts = new Map(
    node.members.flatMap(({ key, value }) =>
      value.kind === "string" ? [[plainName(key), { key, text: value.value }]] : [],
    ) as [string, { key: string; text: string }][],
  );
  for (const pair of PAIRS) {
    const before = texts.get(pair.before);
    const after = texts.get(pair.after);
    if (!before || !after || before.text.length + after.text.length > PAIR_CHARS_MAX) continue;
    if (pair.loose && !before.text.includes("\n") && !after.text.includes("\n")) continue;
    const file = [...texts].find(([name]) => FILES.has(name))?.[1];
    const used = new Set([before.key, after.key, file?.key]);
    return {
      ...cut(lineBlocks(before.text, after.text)),
      file: file?.text.slice(0, FILE_CHARS) ?? null,
      others: node.members.map(({ key }) => key).filter((key) => !used.has(key)),
    };
  }
  return null;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * The files of a unified diff; null for a text that is none, or whose hunks do not hold the lines
 * that their heads count.
 */
export function readUnified(text: string): FileDiff[] | null {
  if (!/^@@ -\d/m.test(text)) return null;
  const files: Read[] = [];
  const start = (file: string | null) => files[files.push({ file, blocks: [] }) - 1];
  let open: Read | undefined;
  const lines = text.replace(/\n$/, "").split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const head = HUNK.exec(line);
    if (head) {
      const hunk = readHunk(lines, at + 1, head);
      if (!hunk) return null;
      open ??= start(null);
      open?.blocks.push({ folded: false, lines: hunk.lines });
      at = hunk.end - 1;
    } else if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      open = start(nameOf(line, lines[at + 1] ?? ""));
      at += 1;
    } else if (!isHead(line)) return null;
  }
  return files.map(({ file, blocks }) => ({ ...cut(blocks), file, others: [] }));
}

type Read = Pick<FileDiff, "file" | "blocks">;

/** Lines between files: of git, or blank. */
const isHead = (line: string) =>
  /^(?:diff |index |new file mode |deleted file mode |old mode |new mode |similarity index |rename |copy |Index: |=+$|\\ |$)/.test(
    line,
  );

function nameOf(before: string, after: string): string {
  const plain = (line: string) =>
    line
      .slice(4)
      .split("\t")[0]
      ?.replace(/^[ab]\//, "") ?? "";
  const [old, now] = [plain(before), plain(after)];
  const name =
    now === "/dev/null"
      ? `${old} (deleted)`
      : old === "/dev/null"
        ? `${now} (new)`
        : old === now
          ? now
          : `${old} → ${now}`;
  return name.slice(0, FILE_CHARS);
}

const OPS = { " ": "same", "-": "removed", "+": "added" } as const;

function readHunk(
  lines: readonly string[],
  from: number,
  head: RegExpExecArray,
): { lines: DiffLine[]; end: number } | null {
  let [old, now] = [Number(head[1]), Number(head[3])];
  let [leftOld, leftNow] = [Number(head[2] ?? 1), Number(head[4] ?? 1)];
  const found: DiffLine[] = [];
  let at = from;
  for (; leftOld > 0 || leftNow > 0; at += 1) {
    const line = lines[at];
    if (line === undefined) return null;
    if (line.startsWith("\\ ")) continue;
    const op = OPS[(line[0] ?? " ") as keyof typeof OPS];
    if (!op) return null;
    if (op !== "added") leftOld -= 1;
    if (op !== "removed") leftNow -= 1;
    if (leftOld < 0 || leftNow < 0) return null;
    found.push({
      op,
      text: line.slice(1),
      before: op === "added" ? null : old,
      after: op === "removed" ? null : now,
    });
    if (op !== "added") old += 1;
    if (op !== "removed") now += 1;
  }
  return { lines: found, end: at };
}

/** Counts the changed lines, and keeps the first lines only. */
function cut(all: FileDiff["blocks"]): Pick<FileDiff, "blocks" | "added" | "removed" | "cut"> {
  const lines = all.flatMap((block) => block.lines);
  const count = (op: DiffLine["op"]) => lines.filter((line) => line.op === op).length;
  const blocks: FileDiff["blocks"] = [];
  let left = DIFF_LINES_MAX;
  for (const block of all) {
    if (left <= 0) break;
    blocks.push({ ...block, lines: block.lines.slice(0, left) });
    left -= block.lines.length;
  }
  return { blocks, added: count("added"), removed: count("removed"), cut: lines.length > DIFF_LINES_MAX };
}

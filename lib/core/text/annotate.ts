import { lookAlike } from "./look-alike";
import { reveal } from "./reveal";
import type { ShownText, TextSegment } from "./types";

/** `reveal`, with the words of `lookAlike` as segments of their own. */
export function annotate(text: string, options: { edges?: boolean } = {}): TextSegment[] {
  const suspects = lookAlike(text);
  if (suspects.length === 0) return reveal(text, options);
  const segments: TextSegment[] = [];
  let at = 0;
  let next = 0;
  for (const segment of reveal(text, options)) {
    const end = at + segment.text.length;
    let from = at;
    for (let suspect = suspects[next]; segment.kind === "plain" && suspect; suspect = suspects[next]) {
      const cutStart = Math.max(suspect.start, from);
      const cutEnd = Math.min(suspect.end, end);
      if (cutStart >= end) break;
      if (cutStart > from) segments.push({ kind: "plain", text: text.slice(from, cutStart) });
      if (cutEnd > cutStart) {
        segments.push({ kind: "suspect", text: text.slice(cutStart, cutEnd), reason: suspect.reason });
        from = cutEnd;
      }
      if (suspect.end > end) break;
      next += 1;
    }
    if (segment.kind !== "plain") segments.push(segment);
    else if (from < end) segments.push({ kind: "plain", text: text.slice(from, end) });
    at = end;
  }
  return segments;
}

/** A text prepared for a browser component. Few texts need marks. */
export function shownText(text: string, options: { edges?: boolean } = {}): ShownText {
  const segments = annotate(text, options);
  return segments.every(({ kind }) => kind === "plain") ? text : segments;
}

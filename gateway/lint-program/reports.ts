import { lintTool } from "../lint/lint";
import { lintTogether } from "../lint/provider-checks";
import type { Finding } from "../lint/types";
import type { Input } from "./input";

/** A finding and its place: one tool of the file, or all together. */
export type Reported = Finding & {
  /** The affected tools. */
  tools: readonly string[];
  /** A JSON pointer into the file. */
  place: string;
  line: number;
};

/** Lints all tools of a file: each in file order, then all together. */
export function reportOn({ tools, lineOf }: Input, serverManaged: readonly string[]): Reported[] {
  const names = tools.map(({ definition }) => definition.name);
  const each = tools.flatMap(({ definition, pointer }) =>
    lintTool(definition, { names, serverManaged }).map((finding) => {
      const place = `${pointer}${finding.pointer}`;
      return { ...finding, tools: [definition.name], place, line: lineOf(place) };
    }),
  );
  const together = lintTogether(tools.map(({ definition }) => definition)).map((finding) => {
    const first = tools.find(({ definition }) => definition.name === finding.tools[0]);
    const place = `${first?.pointer ?? ""}${finding.pointer}`;
    return { ...finding, place, line: lineOf(place) };
  });
  return [...each, ...together];
}

export const warningsIn = (found: readonly Reported[]): number =>
  found.filter(({ severity }) => severity === "warning").length;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** For people: the total, then each tool's findings with line and fix. */
export function asText(found: readonly Reported[], tools: number): string {
  const blocks = new Map<string, string[]>();
  for (const one of found) {
    const title = printable(one.tools.length === 1 ? (one.tools[0] ?? "") : "All tools together");
    const lines = blocks.get(title) ?? [];
    lines.push(...textOf(one));
    blocks.set(title, lines);
  }
  const warnings = warningsIn(found);
  const sum = `${counted(tools, "tool")}: ${counted(warnings, "warning")}, ${counted(found.length - warnings, "remark")}`;
  return `${[sum, ...[...blocks].map(([title, lines]) => [title, ...lines].join("\n"))].join("\n\n")}\n`;
}

function textOf({ severity, line, code, message, proposal, place }: Reported): string[] {
  const mark = severity === "warning" ? "warning" : "remark ";
  return [
    `  ${mark}  ${code}  line ${line}, ${printable(place) || "/"}`,
    `           ${printable(message)}`,
    ...(proposal === null ? [] : [`           Proposal: ${printable(proposal)}`]),
  ];
}

/** Removes characters from foreign text that move the cursor or hide text. */
const printable = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

export function asJson(found: readonly Reported[], tools: number): string {
  const warnings = warningsIn(found);
  const findings = found.map(
    ({ code, severity, tools: names, place, line, message, fields, proposal, patch }) => ({
      code,
      severity,
      tools: names,
      pointer: place,
      line,
      message,
      fields,
      proposal,
      patch,
    }),
  );
  return `${JSON.stringify({ tools, warnings, remarks: found.length - warnings, findings }, null, 2)}\n`;
}

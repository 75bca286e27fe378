import type { PartChoice, Remember, RememberPreview } from "@/lib/approvals/remembered/types";

type Part = RememberPreview["parts"][number];

/** How one argument may vary. */
export type Way = "fixed" | "free" | "at_most" | "at_least" | "max_length" | "one_of";

/** The choice for one argument: how it may vary, and the typed limit. */
export type PartDraft = { way: Way; text: string };

export type RememberDraft = {
  expiresInSeconds: number;
  uses: string;
  anyAgent: boolean;
  parts: Readonly<Record<string, PartDraft>>;
};

/** The ways in which an argument of a kind may vary. */
export function waysOf({ kind }: Pick<Part, "kind">): readonly Way[] {
  if (kind === "number") return ["fixed", "free", "at_most", "at_least", "one_of"];
  if (kind === "string") return ["fixed", "free", "max_length", "one_of"];
  return kind === "array" ? ["fixed", "free", "max_length"] : ["fixed", "free"];
}

/** The initial limit, taken from the call. */
export function firstLimit(way: Way, { kind, shown, length }: Part): string {
  if (way === "max_length") return String(length ?? 0);
  if (kind === "number" && way !== "free" && way !== "fixed") return shown;
  return "";
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The rule to send, or the path of the first invalid limit. */
export function rememberOf(
  draft: RememberDraft,
  kinds: Readonly<Record<string, Part["kind"]>>,
): { remember: Remember } | { wrong: string } {
  const uses = /^\d{1,4}$/.test(draft.uses) ? Number(draft.uses) : 0;
  if (uses < 1 || uses > 1_000) return { wrong: "uses" };
  const choices: PartChoice[] = [];
  for (const [path, one] of Object.entries(draft.parts)) {
    if (one.way === "fixed") continue;
    const choice = choiceOf(path, one, kinds[path]);
    if (!choice) return { wrong: path };
    choices.push(choice);
  }
  const { expiresInSeconds, anyAgent } = draft;
  return { remember: { expiresInSeconds, uses, anyAgent, arguments: choices } };
}

function choiceOf(path: string, { way, text }: PartDraft, kind: Part["kind"] | undefined): PartChoice | null {
  const typed = text.trim();
  const bounded = { path, is: "bounded" } as const;
  switch (way) {
    case "at_most":
      return NUMBER.test(typed) ? { ...bounded, atMost: typed } : null;
    case "at_least":
      return NUMBER.test(typed) ? { ...bounded, atLeast: typed } : null;
    case "max_length":
      return /^\d{1,9}$/.test(typed) ? { ...bounded, maxLength: Number(typed) } : null;
    case "one_of":
      return oneOf(bounded, text, kind);
    default:
      return { path, is: "free" };
  }
}

/** One value a line. */
function oneOf(
  bounded: { path: string; is: "bounded" },
  text: string,
  kind: Part["kind"] | undefined,
): PartChoice | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  if (kind !== "number") return { ...bounded, oneOf: lines };
  return lines.every((line) => NUMBER.test(line.trim())) ? { ...bounded, oneOf: lines.map(Number) } : null;
}

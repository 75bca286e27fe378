import type { PatchStep } from "@/gateway/lint/types";
import type { LintedTool } from "@/lib/tools/findings/types";
import { costOf, proven, type Said } from "../rules";
import type { ProvenFinding } from "../types";
import type { OtherUse } from "./types";

// Longest first sentence of another description that a proposal quotes.
const SENTENCE_CHARS = 200;

/** The first sentence of a description; null if it is missing or too long to quote. */
function firstSentence(description: string): string | null {
  const [sentence = ""] = description.trim().split(/(?<=[.!?])\s|[\r\n]/u, 1);
  return sentence === "" || sentence.length > SENTENCE_CHARS ? null : sentence;
}

/** A sentence for both descriptions; null if only the author can write it. */
function proposalOf({ better }: OtherUse): string | null {
  const sentence = better && firstSentence(better.description);
  return better && sentence ? `Not for what \`${better.name}\` does: ${sentence}` : null;
}

/**
 * That calls are made for something else than the tool is described for, with what it should say.
 */
export function usedOtherwise(tool: LintedTool, other: OtherUse): ProvenFinding {
  const { better } = other;
  const proposal = proposalOf(other);
  const said: Said = {
    code: "other_purpose",
    severity: better === null ? "info" : "warning",
    pointer: "/description",
    message:
      better === null
        ? "By what they say of themselves, calls are made for something that no tool of its provider is described for. Say in the description that it does this too, or that it does not; or offer a tool for it."
        : `By what they say of themselves, calls are made for what "${better.name}" is described for. Say in the description when to call which.`,
    fields: [],
    proposal,
    patch: proposal === null ? null : [telling(tool.description, proposal)],
  };
  return { ...proven(tool, said, null), other, cost: costOf(other) };
}

function telling(description: string, sentence: string): PatchStep {
  const own = description.trim();
  const before = /[.!?]$/.test(own) ? own : `${own}.`;
  return { op: "replace", path: "/description", value: `${before} ${sentence}` };
}

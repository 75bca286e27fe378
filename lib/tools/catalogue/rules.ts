import * as z from "zod";
import { invalid } from "@/lib/core/errors";
import { RISKS } from "@/lib/core/risk";
import { soughtText } from "@/lib/core/schema";
import type { Finding } from "../types";
import { type FindingCounts, TOOL_VIEWS, type ToolFilter } from "./types";

/** Where a page of the catalogue ended. `rank`: contradictions, other mismatches, what nobody rated, the rest. */
export type ToolPlace = { rank: number; provider: string; name: string; id: string };

const place = z.tuple([z.int().min(0).max(9), z.string(), z.string(), z.uuid()]);

/** An opaque cursor. */
export function toolCursor({ rank, provider, name, id }: ToolPlace): string {
  return Buffer.from(JSON.stringify([rank, provider, name, id])).toString("base64url");
}

/** @throws DomainError VALIDATION_ERROR when the cursor is not one of ours */
export function toolPlace(cursor: string): ToolPlace {
  try {
    const [rank, provider, name, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { rank, provider, name, id };
  } catch {
    throw invalid(
      "/cursor",
      "invalid",
      "cursor is not one this list gave out. Start again without it.",
      "next_cursor of the page before",
    );
  }
}

type Params = Record<string, string | string[] | undefined>;

const word = soughtText.optional().catch(undefined);
const filter = z.object({
  view: z.enum(TOOL_VIEWS).catch("all"),
  q: word,
  gateway: word,
  provider: word,
  risk: z.enum(RISKS).optional().catch(undefined),
  category: word,
  tenant: word,
  cursor: z.string().max(500).optional().catch(undefined),
});

/** A filter out of the address. What makes no sense is left out: an old link still shows a list. */
export function parseToolFilter(params: Params): ToolFilter {
  const single = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  const given = Object.entries(filter.parse(Object.fromEntries(single))).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given) as ToolFilter;
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  return { warnings, remarks: findings.length - warnings };
}

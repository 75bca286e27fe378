import * as z from "zod";
import type { RiskWord } from "@/lib/core/wire";
import type { DiffRow } from "../arguments/schema";
import type { SeenCall } from "../queue/schema";
import { REASON_MAX } from "../schema";

/** Calls one act may take: about two seconds of work. */
export const BULK_MAX = 100;
/** Approving many: every difference has to be read, so no more than a few screens of them. */
export const BULK_APPROVE_MAX = 20;

const seen = z.strictObject({
  id: z.uuid(),
  revision: z.int().min(1),
  argumentsSha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const bulkDecideInput = z.discriminatedUnion("verdict", [
  z.strictObject({ verdict: z.literal("approve"), items: z.array(seen).min(1).max(BULK_APPROVE_MAX) }),
  z.strictObject({
    verdict: z.literal("reject"),
    reason: z.string().trim().min(1).max(REASON_MAX),
    items: z.array(seen).min(1).max(BULK_MAX),
  }),
]);
export type BulkDecide =
  | { verdict: "approve"; items: SeenCall[] }
  | { verdict: "reject"; reason: string; items: SeenCall[] };

export const bulkIdsInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(BULK_MAX) });
export const bulkLookInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(BULK_APPROVE_MAX) });

/** What became of one call of a bulk act. */
export type BulkResult = { id: string; ok: true } | { id: string; ok: false; code: string; message: string };

/** One call of a bulk approval as it is shown before: what differs from the last approved one. */
export type BulkItem = SeenCall & {
  headline: string;
  risk: RiskWord;
  tenant: string;
  decideBy: Date;
  /** Null: no approved call to compare with, so all arguments are listed. */
  comparedWith: { id: string; at: Date } | null;
  rows: DiffRow[];
  /** Why it has to be opened by itself; null when it may be approved from here. */
  alone: string | null;
};

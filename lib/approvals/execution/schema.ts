import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { INTEGER_MAX, NAME_MAX } from "@/lib/core/limits";
import { rawValue } from "@/lib/core/schema";

/** POST /api/v1/approvals/{id}/execution */
export const executionReportWire = z.strictObject({
  execution_id: z.uuid(),
  state: z
    .enum(["executing", "succeeded", "failed", "unknown"])
    .describe("`unknown`: the call was cut off after it started, and its effect is not known."),
  // Larger results are truncated, so the limit here is that of the body.
  result: rawValue(1024 * 1024).optional(),
  error: z
    .strictObject({ code: z.string().max(NAME_MAX).optional(), message: z.string().max(10_000) })
    .optional(),
  duration_ms: z.int().min(0).max(INTEGER_MAX).optional(),
});

export const executionReportSchema = executionReportWire.transform(camelKeys);

export type ExecutionReport = z.output<typeof executionReportSchema>;

export const REPORT_RAW = ["/result"];

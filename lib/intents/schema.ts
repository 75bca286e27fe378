import * as z from "zod";
import { pageQuery, tenantKey } from "@/lib/core/schema";

const id = z.uuid();

/** Whether a rationale says anything, by a person. */
export const judgeRationaleInput = z.strictObject({ tenantId: id, templateId: id, meaningful: z.boolean() });

export type JudgeRationale = z.output<typeof judgeRationaleInput>;

const saidAt = z.iso.datetime();

/** What a person said of a rationale at a time, to be taken back. */
export const takeBackJudgementInput = z.strictObject({ tenantId: id, templateId: id, saidAt });

export type TakeBackJudgement = z.output<typeof takeBackJudgementInput>;

/** Two templates that are for one thing, or not. */
export const linkTemplatesInput = z.strictObject({
  tenantId: id,
  templateId: id,
  otherId: id,
  kind: z.enum(["together", "apart"]),
});

export type LinkTemplates = z.output<typeof linkTemplatesInput>;

/** What a person said of two templates at a time, to be taken back. */
export const takeBackLinkInput = z.strictObject({ tenantId: id, templateId: id, otherId: id, saidAt });

export type TakeBackLink = z.output<typeof takeBackLinkInput>;

/** Rationales of one tenant to be grouped anew. */
export const groupAnewInput = z.strictObject({ tenantId: id });

export type GroupAnew = z.output<typeof groupAnewInput>;

/** GET /api/v1/intents */
export const intentsQuery = z.strictObject({ tenant: tenantKey.optional(), ...pageQuery });

import * as z from "zod";
import { pageQuery, tenantKey } from "@/lib/core/schema";

const id = z.uuid();

export const judgeRationaleInput = z.strictObject({ tenantId: id, templateId: id, meaningful: z.boolean() });

export type JudgeRationale = z.output<typeof judgeRationaleInput>;

const saidAt = z.iso.datetime();

export const takeBackJudgementInput = z.strictObject({ tenantId: id, templateId: id, saidAt });

export type TakeBackJudgement = z.output<typeof takeBackJudgementInput>;

export const linkTemplatesInput = z.strictObject({
  tenantId: id,
  templateId: id,
  otherId: id,
  kind: z.enum(["together", "apart"]),
});

export type LinkTemplates = z.output<typeof linkTemplatesInput>;

export const takeBackLinkInput = z.strictObject({ tenantId: id, templateId: id, otherId: id, saidAt });

export type TakeBackLink = z.output<typeof takeBackLinkInput>;

export const groupAnewInput = z.strictObject({ tenantId: id });

export type GroupAnew = z.output<typeof groupAnewInput>;

export const otherIntentsInput = z.strictObject({ intentId: id, q: z.string().trim().max(200) });

export type OtherIntents = z.output<typeof otherIntentsInput>;

export const intentsQuery = z.strictObject({ tenant: tenantKey.optional(), ...pageQuery });

"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as rules from "./by-rule/commands";
import { previewRulesInput, saveRulesInput } from "./by-rule/schema";
import type { RulePreview, RuleSet, SavedRules, SaveRules } from "./by-rule/types";
import { publishCheatsheet } from "./cheatsheet/commands";
import { type PublishInput, publishInput } from "./cheatsheet/schema";
import * as commands from "./commands";
import * as findings from "./findings/commands";
import { type MuteFinding, muteFindingInput, unmuteFindingInput } from "./findings/schema";
import type { FindingKey } from "./findings/types";
import * as proposals from "./proposals/commands";
import { decideProposalInput } from "./proposals/schema";
import { confirmRatingInput, type DescribeToolInput, describeToolInput, rateToolsInput } from "./schema";
import type { ConfirmRating, DecideProposal, RatedTool, RateTools } from "./types";

export async function rateTools(
  input: RateTools,
): Promise<({ ok: true } & { rated: RatedTool[] }) | ActionRefusal> {
  return personAction(rateToolsInput, input, async (scope, changes) => ({
    rated: await commands.rateTools(scope, changes),
  }));
}

/** Says that a rating is still right for the definition in use, or takes that back. */
export async function confirmRating(input: ConfirmRating) {
  return personAction(confirmRatingInput, input, async (scope, confirmed) => {
    await commands.confirmRating(scope, confirmed);
    return { id: confirmed.toolId };
  });
}

/** Says what a tool does and what kind it is, instead of its gateway. */
export async function describeTool(input: DescribeToolInput) {
  return personAction(describeToolInput, input, async (scope, said) => {
    await commands.describeTool(scope, said);
    return { id: said.toolId };
  });
}

export async function acceptProposal(input: DecideProposal) {
  return personAction(decideProposalInput, input, async (scope, decided) => {
    await proposals.acceptProposal(scope, decided);
    return { id: decided.toolId };
  });
}

export async function dismissProposal(input: DecideProposal) {
  return personAction(decideProposalInput, input, async (scope, decided) => {
    await proposals.dismissProposal(scope, decided);
    return { id: decided.toolId };
  });
}

export async function previewRules(
  input: RuleSet,
): Promise<({ ok: true } & { preview: RulePreview }) | ActionRefusal> {
  return personAction(previewRulesInput, input, async (scope, set) => ({
    preview: await rules.previewRules(scope, set),
  }));
}

/** Saves the rules over the version that was seen. */
export async function saveRules(input: SaveRules): Promise<({ ok: true } & SavedRules) | ActionRefusal> {
  return personAction(saveRulesInput, input, (scope, set) => rules.saveRules(scope, set));
}

export async function muteFinding(input: MuteFinding) {
  return personAction(muteFindingInput, input, async (scope, muted) => {
    await findings.muteFinding(scope, muted);
    return { id: muted.toolId };
  });
}

export async function unmuteFinding(input: FindingKey) {
  return personAction(unmuteFindingInput, input, async (scope, key) => {
    await findings.unmuteFinding(scope, key);
    return { id: key.toolId };
  });
}

/** Publishes a cheatsheet over the text that was seen. */
export async function publishSheet(
  input: PublishInput,
): Promise<({ ok: true } & { etag: string }) | ActionRefusal> {
  return personAction(publishInput, input, async (scope, { provider, markdown, gateway, seen }) => {
    const { etag } = await publishCheatsheet(scope, provider, markdown, gateway, seen);
    return { etag };
  });
}

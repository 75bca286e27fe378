"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { publishCheatsheet } from "./cheatsheet/commands";
import { type PublishInput, publishInput } from "./cheatsheet/schema";
import * as commands from "./commands";
import * as findings from "./findings/commands";
import { type MuteFinding, muteFindingInput, unmuteFindingInput } from "./findings/schema";
import type { FindingKey } from "./findings/types";
import * as proposals from "./proposals/commands";
import { decideProposalInput } from "./proposals/schema";
import { type DescribeToolInput, describeToolInput, rateToolsInput } from "./schema";
import type { DecideProposal, RatedTool, RateTools } from "./types";

/** Rates tools for one tenant or for all. */
export async function rateTools(
  input: RateTools,
): Promise<({ ok: true } & { rated: RatedTool[] }) | ActionRefusal> {
  return personAction(rateToolsInput, input, async (scope, changes) => ({
    rated: await commands.rateTools(scope, changes),
  }));
}

/** Says what a tool does and what kind it is, instead of its gateway. */
export async function describeTool(input: DescribeToolInput) {
  return personAction(describeToolInput, input, async (scope, said) => {
    await commands.describeTool(scope, said);
    return { id: said.toolId };
  });
}

/** Lets a rating that a gateway proposes hold. */
export async function acceptProposal(input: DecideProposal) {
  return personAction(decideProposalInput, input, async (scope, decided) => {
    await proposals.acceptProposal(scope, decided);
    return { id: decided.toolId };
  });
}

/** Leaves a tool as it is rated, whatever its gateway proposes. */
export async function dismissProposal(input: DecideProposal) {
  return personAction(decideProposalInput, input, async (scope, decided) => {
    await proposals.dismissProposal(scope, decided);
    return { id: decided.toolId };
  });
}

/** Mutes a finding until the tool's next version. */
export async function muteFinding(input: MuteFinding) {
  return personAction(muteFindingInput, input, async (scope, muted) => {
    await findings.muteFinding(scope, muted);
    return { id: muted.toolId };
  });
}

/** Shows a muted finding again. */
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

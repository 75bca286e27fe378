import { createHmac } from "node:crypto";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import type { Authorize } from "@/lib/approvals/schema";
import { load } from "@/lib/approvals/testing/waiting";
import type { SlackUpTo } from "@/lib/channels/slack/types";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { BUTTONS } from "@/lib/delivery/channels/slack/render";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { SIGNING_SECRET, type SlackStandIn, TEAM } from "@/lib/testing/slack";

const system = systemScope("tests");

export type Scene = { tenant: TestTenant; gateway: TestGateway; person: UserScope; slackUser: string };

/** A tenant whose calls may be decided in Slack, and a person with a linked account. */
export async function aScene(upTo: SlackUpTo | null = "high"): Promise<Scene> {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant]);
  if (upTo !== null)
    await ingest(system, (tx) => tx.slackDecision.create({ data: { tenantId: tenant.id, upTo } }));
  return { tenant, gateway, person, slackUser: await linked(person) };
}

/** @returns the Slack user that is now linked to the person */
export async function linked(person: UserScope): Promise<string> {
  const slackUserId = unique("U").toUpperCase();
  const row = { userId: person.actor.id, teamId: TEAM, slackUserId, name: "ines" };
  await ingest(system, (tx) => tx.slackAccount.create({ data: row }));
  return slackUserId;
}

/** A call that waits. @returns its id */
export async function aWaitingCall(
  { tenant, gateway }: Pick<Scene, "tenant" | "gateway">,
  over: Partial<Authorize> & { argumentsText?: string } = {},
): Promise<string> {
  const call = aCall(tenant, { risk: "medium", ...over });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  return (await createApproval(gateway.scope, call, request)).approvalId;
}

/** A press of a button, as Slack reports it. */
export async function aPress(
  workspace: SlackStandIn,
  id: string,
  slackUser: string,
  button: Exclude<keyof typeof BUTTONS, "open"> = "approve",
) {
  const { revision, argumentsSha256: sha256 } = await load(id);
  return {
    type: "block_actions",
    user: { id: slackUser, username: "ines", team_id: TEAM },
    team: { id: TEAM, domain: "stand-in" },
    trigger_id: unique("trigger"),
    response_url: workspace.responseUrl,
    actions: [{ action_id: BUTTONS[button], value: JSON.stringify({ id, revision, sha256 }) }],
  };
}

/** The dialog that Slack was last asked to open, sent by the person. */
export function aSubmission(workspace: SlackStandIn, slackUser: string, reason: string | null = null) {
  return aSentDialog(workspace, slackUser, { reason: { text: { type: "plain_text_input", value: reason } } });
}

/** The same of the dialog that extends, with the time that was chosen. */
export function anExtension(workspace: SlackStandIn, slackUser: string, seconds: number | null) {
  const option = seconds === null ? null : { value: String(seconds) };
  const chosen = { type: "radio_buttons", selected_option: option };
  return aSentDialog(workspace, slackUser, { added: { seconds: chosen } });
}

function aSentDialog(workspace: SlackStandIn, slackUser: string, values: object) {
  const view = workspace.callsOf("views.open").at(-1)?.view as {
    callback_id: string;
    private_metadata: string;
  };
  return {
    type: "view_submission",
    user: { id: slackUser, name: "ines", team_id: TEAM },
    team: { id: TEAM, domain: "stand-in" },
    view: { ...view, state: { values } },
  };
}

export function aCommand(workspace: SlackStandIn, slackUser: string) {
  return {
    team_id: TEAM,
    team_domain: "stand-in",
    user_id: slackUser,
    user_name: "ines",
    command: "/countersign",
    response_url: workspace.responseUrl,
  };
}

/** A request as Slack signs it. */
export function signed(
  path: string,
  form: Record<string, string>,
  over: Record<string, string> = {},
): Request {
  const body = new URLSearchParams(form).toString();
  const timestamp = over["x-slack-request-timestamp"] ?? String(Math.floor(Date.now() / 1_000));
  const mac = createHmac("sha256", SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest("hex");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${mac}`,
    ...over,
  };
  return new Request(`http://localhost${path}`, { method: "POST", headers, body });
}

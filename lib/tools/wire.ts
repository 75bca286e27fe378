import * as z from "zod";
import { FINDING_CODES, type Finding } from "@/gateway/lint/types";
import { RISKS } from "@/lib/core/risk";
import { wireOf, wireTime } from "@/lib/core/wire";
import { CONFIRM_MODES, type Tenant, type TenantSettings } from "@/lib/tenants/types";
import { KNOWN_POLICIES } from "./known/types";
import type { EffectiveRating } from "./queries";
import { type Proposed, type RegisteredTool, TOOL_CHANGES } from "./types";

const findingWire = z.strictObject({
  code: z.enum(FINDING_CODES),
  severity: z.enum(["warning", "info"]),
  pointer: z.string().describe("A JSON pointer into the definition."),
  message: z.string(),
});

const proposedWire = z.strictObject({
  risk: z.enum(RISKS).nullable(),
  requires_confirmation: z.boolean().nullable(),
  state: z.enum(["pending", "dismissed"]),
  message: z.string().describe("What stays in force, and why."),
});

const registeredToolWire = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    provider: z.string(),
    version: z.int().describe("Goes up when the definition changes."),
    risk: z.enum(RISKS).describe("The effective one."),
    findings: z.array(findingWire).describe("Weaknesses of the definition."),
    changed: z.enum(["created", "updated", "unchanged"]),
    changes: z.array(z.enum(TOOL_CHANGES)),
    requires_confirmation: z.boolean(),
    less_guarded: z
      .boolean()
      .describe("True when calls of this new tool wait less than before: unrated tools wait."),
    proposed: proposedWire
      .nullable()
      .describe("A rating that lowers what holds: it waits for an administrator. Null when there is none."),
  })
  .meta({ id: "RegisteredTool" });

export const registeredWire = z.strictObject({ tools: z.array(registeredToolWire) });

function wireFinding({ code, severity, pointer, message }: Finding): z.output<typeof findingWire> {
  return { code, severity, pointer, message };
}

/** What registration did with one tool, in wire words. */
export function wireRegistered(tool: RegisteredTool): z.output<typeof registeredToolWire> {
  return wireOf(registeredToolWire, tool, {
    findings: tool.findings.map(wireFinding),
    proposed: tool.proposed && wireProposed(tool.proposed),
  });
}

const STATE_WORDS: Record<Proposed["state"], string> = {
  pending: "until an administrator accepts the one that was sent",
  dismissed: "because an administrator dismissed the one that was sent",
};

function wireProposed({ risk, requiresConfirmation, state }: Proposed): z.output<typeof proposedWire> {
  const message = `The rating that was sent guards this tool less than the one that holds. The stricter one stays in force, ${STATE_WORDS[state]}.`;
  return { risk, requires_confirmation: requiresConfirmation, state, message };
}

const knownParameterWire = z.strictObject({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  description: z.string().optional(),
  default: z.string().optional(),
});

const knownToolWire = z.strictObject({
  provider: z.string(),
  name: z.string(),
  description: z.string().optional(),
  risk: z.enum(RISKS),
  requires_confirmation: z.boolean(),
  policy: z
    .enum(KNOWN_POLICIES)
    .optional()
    .describe(
      "What policies do with every call of the tool: refuse it, let it wait for a person, or let it run. `may_deny`: with some of its calls, one refuses them. Left out where none says anything.",
    ),
  parameters: z.array(knownParameterWire).optional(),
  health: z
    .strictObject({
      state: z.enum(["degraded", "watch", "healthy"]),
      days: z.int(),
      ran: z.int(),
      failed: z.int(),
      low_use: z.boolean().describe("Several sessions say that its results were of little use."),
    })
    .optional()
    .describe(
      "Of calls by the tool's name: left out while too few ran, and where several providers have a tool of that name.",
    ),
  boundary: z
    .strictObject({
      axes: z.array(z.string()),
      prefer: z.array(z.strictObject({ for: z.string(), provider: z.string().nullable(), tool: z.string() })),
    })
    .optional()
    .describe("What it often refers elsewhere, and the tools that agents then used with success."),
  issues: z
    .array(
      z.strictObject({
        ref: z.string(),
        title: z.string(),
        message: z.string().optional(),
        workaround: z.string().optional(),
        fixed_in: z.string().optional(),
      }),
    )
    .optional()
    .describe("Known problems that people have said something about, for one tenant's credentials."),
});

/** The tools that fit into the budget. Details are dropped as it shrinks. */
export const knownToolsWire = z.strictObject({
  tools: z.array(knownToolWire),
  omitted: z.int().describe("How many did not fit."),
  self_evaluation: z.string().optional().describe("What to ask oneself before passing a result on."),
});

export type KnownParameter = z.output<typeof knownParameterWire>;
export type KnownEntry = z.output<typeof knownToolWire>;
export type KnownTools = z.output<typeof knownToolsWire>;

export const publishedWire = z.strictObject({
  provider: z.string(),
  gateway: z.string().nullable().describe("Null: shared by every gateway without a cheatsheet."),
  etag: z.string(),
  updated_at: wireTime,
});

const settingsWire = z.strictObject({
  auto_approve_high_risk: z.boolean(),
  confirm: z.enum(CONFIRM_MODES),
  block_self_approval: z.boolean().describe("Who is named in on_behalf_of cannot approve the call."),
  tokens_approve_critical: z.boolean().describe("Personal tokens may approve critical calls."),
  critical_needs_passkey: z
    .boolean()
    .describe(
      "True: people sign approvals of critical calls with a passkey; no personal token can approve them.",
    ),
  hold_unrated_tools: z
    .boolean()
    .describe("True: calls of unrated tools wait for a person, at any stated risk."),
  ttl_seconds: z.int(),
  use_by_callback_seconds: z.int(),
  use_by_reissue_seconds: z.int(),
  rejection_cooldown_seconds: z.int(),
});

export const policyWire = z
  .strictObject({
    tenant: z.string(),
    gateway: z.string(),
    settings: settingsWire,
    rationale: z.strictObject({
      mode: z.enum(["grace", "required"]),
      grace_ends_at: wireTime.nullable().describe("Null before the tenant's first call."),
    }),
    policies_version: z
      .int()
      .nullable()
      .describe("While policies are in force, only /api/v1/authorize can say what becomes of a call."),
    unrated: z
      .strictObject({ risk: z.enum(RISKS), requires_confirmation: z.boolean() })
      .describe("What applies to a tool that is not listed."),
    tools: z.array(
      z.strictObject({
        provider: z.string(),
        name: z.string(),
        risk: z.enum(RISKS),
        requires_confirmation: z.boolean(),
      }),
    ),
  })
  .meta({ id: "Policy" });

type PolicyFacts = {
  tenant: Tenant;
  gateway: string;
  settings: TenantSettings;
  inGrace: boolean;
  graceEndsAt: Date | null;
  tools: readonly EffectiveRating[];
  /** Null while no policy is in force. */
  policiesVersion: number | null;
};

/** What a gateway needs to gate locally, in wire words. */
export function wirePolicy(facts: PolicyFacts): z.output<typeof policyWire> {
  const { tenant, gateway, settings, inGrace, graceEndsAt, tools, policiesVersion } = facts;
  return {
    tenant: tenant.key,
    gateway,
    settings: wireOf(settingsWire, settings, { confirm: settings.confirmMode }),
    rationale: { mode: inGrace ? "grace" : "required", grace_ends_at: graceEndsAt },
    policies_version: policiesVersion,
    unrated: { risk: "medium", requires_confirmation: true },
    tools: tools.map(({ provider, name, risk, requiresConfirmation }) => ({
      provider,
      name,
      risk,
      requires_confirmation: requiresConfirmation,
    })),
  };
}

import * as z from "zod";
import { wireTime } from "@/lib/core/wire";
import { HEALTH_STATES, type Health, type ProviderHealth, type ToolHealth } from "./types";

const healthMembers = {
  state: z
    .enum(HEALTH_STATES)
    .describe(
      "degraded: at least 20 % of the calls that ran failed, with 95 % confidence (the lower end of the Wilson interval); watch: at least 5 %, or results of low use in several sessions; healthy: fewer, of 20 calls or more; no_data: too few calls.",
    ),
  ran: z.int().describe("Calls that reached the tool: all but those that were held or refused."),
  failed: z.int(),
  failed_by: z
    .strictObject({ caller: z.int(), tool: z.int(), extrinsic: z.int(), low_utility: z.int() })
    .describe("By what the outcome speaks against. Calls of low use count once several sessions say so."),
  low_utility: z.int().describe("Calls whose results the tool itself called of little use."),
  failed_at_least: z.number().describe("The share of failed calls that is sure, from 0 to 1."),
};

const toolHealthWire = z
  .strictObject({
    id: z.uuid(),
    gateway: z.string(),
    provider: z.string(),
    name: z.string(),
    ...healthMembers,
    counted_by: z
      .enum(["name", "provider"])
      .describe(
        "`provider`: several providers have a tool of this name, so only calls that name the provider count.",
      ),
    calls_without_provider: z
      .int()
      .describe(
        "Calls of this name that ran without a provider, where several providers have the tool. No figures count them.",
      ),
  })
  .meta({ id: "ToolHealth" });

const providerHealthWire = z.strictObject({ provider: z.string(), tools: z.int(), ...healthMembers });

export const healthWire = z.strictObject({
  since: wireTime.describe("Calls from then on are counted."),
  providers: z.array(providerHealthWire),
  data: z.array(toolHealthWire),
  next_cursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last."),
});

function wireMembers(health: Health) {
  const { state, ran, failed, caller, tool, extrinsic, lowUtility, lowUtilityRepeated, lower } = health;
  return {
    state,
    ran,
    failed,
    failed_by: { caller, tool, extrinsic, low_utility: lowUtilityRepeated ? lowUtility : 0 },
    low_utility: lowUtility,
    failed_at_least: Math.round(lower * 10_000) / 10_000,
  };
}

export function wireToolHealth(health: ToolHealth): z.output<typeof toolHealthWire> {
  const { id, gateway, provider, name } = health;
  const counted_by = health.byProvider ? ("provider" as const) : ("name" as const);
  const whose = { counted_by, calls_without_provider: health.withoutProvider };
  return { id, gateway: gateway.name, provider, name, ...wireMembers(health), ...whose };
}

export function wireProviderHealth(health: ProviderHealth): z.output<typeof providerHealthWire> {
  return { provider: health.provider, tools: health.tools, ...wireMembers(health) };
}

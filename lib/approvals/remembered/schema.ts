import * as z from "zod";
import { pageQuery, tenantKey } from "@/lib/core/schema";
import { threshold, value } from "@/lib/policies/conditions/schema";
import { POLICY_LIST_MAX, POLICY_PATH_MAX } from "@/lib/policies/types";
import { EXPIRES_SECONDS, PARTS_MAX, type Remember, RULE_STATES, USES } from "./types";

const path = z
  .string()
  .max(POLICY_PATH_MAX)
  .describe("The JSON pointer of an argument of the call; objects are walked into, lists are one argument.");

const limits = {
  expires: z.int().min(EXPIRES_SECONDS.min).max(EXPIRES_SECONDS.max).default(EXPIRES_SECONDS.usual),
  uses: z.int().min(USES.min).max(USES.max).default(USES.usual),
  anyAgent: z.boolean().default(false),
};

const free = z.strictObject({ path, is: z.literal("free") });
const maxLength = z.int().min(0).max(1_000_000_000).optional();
const oneOf = z.array(value).min(1).max(POLICY_LIST_MAX).optional();

const boundedWire = z
  .strictObject({
    path,
    is: z.literal("bounded"),
    at_least: threshold.optional(),
    at_most: threshold.optional(),
    max_length: maxLength.describe("Characters of a text, items of a list."),
    one_of: oneOf,
  })
  .transform(({ at_least: atLeast, at_most: atMost, max_length, one_of, ...same }) => ({
    ...{ ...same, atLeast, atMost },
    ...{ maxLength: max_length, oneOf: one_of },
  }));

export const rememberSchema = z
  .strictObject({
    expires_in_seconds: limits.expires,
    uses: limits.uses.describe("How many calls it lets through at most."),
    any_agent: limits.anyAgent.describe("True: calls of every agent, not of this one alone."),
    arguments: z
      .array(z.union([free, boundedWire]))
      .max(PARTS_MAX)
      .default([])
      .describe("What may vary. Every argument that is not named stays as it is in this call."),
  })
  .transform(({ expires_in_seconds: expiresInSeconds, any_agent: anyAgent, ...same }) => ({
    ...same,
    expiresInSeconds,
    anyAgent,
  }));

const bounded = z.strictObject({
  path,
  is: z.literal("bounded"),
  atLeast: threshold.optional(),
  atMost: threshold.optional(),
  maxLength,
  oneOf,
});

export const rememberInput: z.ZodType<Remember> = z.strictObject({
  expiresInSeconds: limits.expires,
  uses: limits.uses,
  anyAgent: limits.anyAgent,
  arguments: z.array(z.union([free, bounded])).max(PARTS_MAX),
});

export const previewRememberInput = z.strictObject({ id: z.string(), remember: rememberInput });

export const ruleInput = z.strictObject({ id: z.string() });

/** GET /api/v1/remembered */
export const listRememberedQuery = z.strictObject({
  state: z.enum(RULE_STATES).optional().describe("Left out: active and ended ones."),
  tenant: tenantKey.optional(),
  ...pageQuery,
});

import type { Keyword } from "@/gateway/refusals/types";
import type { UseBy, UseDays } from "@/lib/signals/use/types";

export const USE_BY_WORDS: Record<UseBy, string> = {
  version: "Version",
  method: "Method",
  gateway: "Gateway",
  agent: "Agent",
  model: "Model",
};

export const USE_DAYS_WORDS: Record<UseDays, string> = {
  "14": "14 days",
  "30": "30 days",
  "90": "90 days",
};

/** Why a tool refused a value. */
export const KEYWORD_WORDS: Record<Keyword, string> = {
  enum: "None of the allowed values",
  type: "Wrong type",
  required: "Missing",
  format: "Wrong format",
  pattern: "Does not match the pattern",
  minimum: "Too small",
  maximum: "Too large",
  minLength: "Too short",
  maxLength: "Too long",
  minItems: "Too few items",
  maxItems: "Too many items",
  additionalProperties: "Unknown field",
  anyOf: "Fits none of its forms",
  const: "Not the one allowed value",
  uniqueItems: "Repeated items",
  other: "Refused",
};

import * as z from "zod";
import { readDecimal, scaledDecimal } from "@/lib/core/json/decimals";
import { argumentPath, threshold } from "../conditions/schema";
import { BUDGET_CALLS_MAX, BUDGET_PERIODS, BUDGET_SHARES, type Budget } from "./types";

function wrongWith({ atMost, of }: Budget): string | null {
  if (of === null) {
    const isCount = typeof atMost === "number" && Number.isInteger(atMost);
    return isCount && atMost >= 1 && atMost <= BUDGET_CALLS_MAX
      ? null
      : `a number of calls, from 1 to ${BUDGET_CALLS_MAX.toLocaleString("en")}`;
  }
  const decimal = readDecimal(String(atMost));
  const scaled = decimal && scaledDecimal(decimal);
  return scaled !== null && scaled > 0n
    ? null
    : "a number over 0, with at most 30 digits before the point and 30 behind it";
}

export const budgetSchema = z
  .strictObject({
    at_most: threshold,
    of: argumentPath
      .nullable()
      .default(null)
      .describe("The argument whose numbers are added up, as a JSON pointer; without it calls are counted."),
    per: z.enum(BUDGET_PERIODS).describe("The last 60 minutes, or the last 24 hours."),
    each: z
      .enum(BUDGET_SHARES)
      .default("agent")
      .describe("Who has a budget of their own, within each tenant."),
  })
  .transform(({ at_most: atMost, ...same }): Budget => ({ atMost, ...same }))
  .superRefine((budget, context) => {
    const message = wrongWith(budget);
    if (message !== null) context.addIssue({ code: "custom", path: ["at_most"], message });
  })
  .nullish()
  .transform((budget) => budget ?? undefined)
  .describe(
    "With `allow`: the policy fits as long as there is room. With `require` and `deny`: it fits once there is none; until then the policies behind decide. What counts is what may run.",
  );

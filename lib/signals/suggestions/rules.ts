import { literalsOf, type Place, says } from "@/gateway/lint/places";
import type { Keyword } from "@/gateway/refusals/types";
import { fieldAt } from "@/lib/calls/rules";
import { fromPointer } from "@/lib/core/json/pointers";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { sha256 } from "@/lib/core/sha256";
import { wilson } from "@/lib/core/wilson";
import type { Assessment } from "../boundaries/types";
import {
  type Looked,
  RATE_APPROVALS_MIN,
  RATE_STEPS_MIN,
  RECOMPOSE_SESSIONS_MIN,
  RECOMPOSE_SHARE_MIN,
  RETIRE_ATTEMPTS_MIN,
  RETIRE_DAYS,
  RETIRE_NEIGHBOUR_CALLS_MIN,
  type Suggested,
  type SuggestedValue,
  TIGHTEN_CALLS_MIN,
  TIGHTEN_SESSIONS_MIN,
} from "./types";

export type RefusedField = {
  /** JSON pointer; `*` for list items. */
  path: string;
  keyword: Keyword;
  spot: string;
  calls: number;
  sessions: number;
  values: SuggestedValue[];
  allowed: string[];
};

type Attempts = { all: number; ended: number; worked: number; abandoned: number };

/** All input of the rules for one tool and tenant since the first day. */
export type ToolFigures = {
  toolId: string;
  since: string;
  boundaries: Pick<Assessment, "split" | "events" | "rate"> | null;
  attempts: Attempts;
  switches: readonly { to: string; switched: number; sessions: number }[];
  refused: readonly RefusedField[];
  /** Parameters of the current definition. Not read for tools without refusals. */
  places: readonly Place[];
  /** Null if it was ever called or asked about. `alone`: most of its provider's tools are used. */
  unused: { days: number; advertised: string; neighbours: number; alone: boolean; since: string } | null;
  rating: {
    /** Rating by people or the gateway; null if there is none. */
    rated: RiskWord | null;
    effective: RiskWord;
    rule: { risk: RiskWord; name: string } | null;
  };
  approvals: {
    all: number;
    fast: number;
    medianSeconds: number;
    looked: Looked | null;
    since: string;
  } | null;
};

// Per tool and kind; the strongest come first.
const SWITCHES_MAX = 3;
const FIELDS_MAX = 5;

/** Suggestions from the figures of one tool. Advice only. */
export function suggest(figures: ToolFigures): Suggested[] {
  const retire = retired(figures);
  return [
    ...split(figures),
    ...retire,
    // A tool to retire needs no merge suggestion.
    ...(retire.length > 0 ? [] : recomposed(figures)),
    ...tightened(figures),
    ...rated(figures),
  ];
}

/** A tool with a warning, if half of its boundary events name the same two axes together. */
function split({ toolId, boundaries, since }: ToolFigures): Suggested[] {
  if (!boundaries?.split) return [];
  const { axes, events: together } = boundaries.split;
  const { events, rate } = boundaries;
  return [
    {
      toolId,
      kind: "split",
      about: sha256(JSON.stringify([...axes].sort())).slice(0, 16),
      weight: events,
      evidence: { rule: "axes", axes: [...axes], together, events, calls: rate.calls, since },
    },
  ];
}

/** Agents fail with the tool and continue with the same other tool. */
function recomposed({ toolId, attempts, switches, since }: ToolFigures): Suggested[] {
  return switches
    .filter(
      ({ switched, sessions }) =>
        sessions >= RECOMPOSE_SESSIONS_MIN &&
        wilson(Math.min(switched, attempts.ended), attempts.ended).low >= RECOMPOSE_SHARE_MIN &&
        attempts.ended > 0,
    )
    .slice(0, SWITCHES_MAX)
    .map(({ to, switched, sessions }) => ({
      toolId,
      kind: "recompose",
      about: to,
      weight: switched,
      evidence: { rule: "switched", to, switched, sessions, attempts: attempts.ended, since },
    }));
}

// Schema keywords that would prevent the refusal. With any of them the schema is tight, and agents
// ignore it.
const SAYS: Partial<Record<Keyword, readonly string[]>> = {
  format: ["format", "pattern"],
  pattern: ["format", "pattern"],
  minimum: ["minimum", "exclusiveMinimum"],
  maximum: ["maximum", "exclusiveMaximum"],
  minLength: ["minLength", "pattern"],
  maxLength: ["maxLength", "pattern"],
  minItems: ["minItems"],
  maxItems: ["maxItems"],
  uniqueItems: ["uniqueItems"],
};

/**
 * Whether the schema allows a value that the tool refuses for this reason. False for unknown
 * reasons.
 */
function leavesFree({ shape }: Pick<Place, "shape">, keyword: Keyword): boolean {
  if (literalsOf(shape) !== null) return false;
  if (keyword === "enum" || keyword === "const") return true;
  if (keyword === "type" || keyword === "anyOf") return shape.types.size === 0;
  const members = SAYS[keyword];
  return members !== undefined && !says(shape, ...members);
}

/**
 * Repeatedly refused values of fields that the schema leaves open. Each field once, with its main
 * reason.
 */
function tightened({ toolId, refused, places, since }: ToolFigures): Suggested[] {
  const known = new Map(places.map((place) => [place.path, place]));
  const told = new Set<string>();
  return [...refused]
    .sort((a, b) => b.calls - a.calls || (a.spot < b.spot ? -1 : 1))
    .flatMap(({ path, ...spot }) => {
      const field = fieldAt(fromPointer(path));
      const place = known.get(field);
      const often = spot.calls >= TIGHTEN_CALLS_MIN && spot.sessions >= TIGHTEN_SESSIONS_MIN;
      if (!often || !place || told.has(field) || !leavesFree(place, spot.keyword)) return [];
      told.add(field);
      const evidence = { rule: "values" as const, field, ...spot, since };
      const about = sha256(field).slice(0, 16);
      return [{ toolId, kind: "tighten" as const, about, weight: spot.calls, evidence }];
    })
    .slice(0, FIELDS_MAX);
}

/** Old and never called although its neighbours are, or every attempt switches to another tool. */
function retired({ toolId, unused, attempts, switches, since }: ToolFigures): Suggested[] {
  if (unused?.alone && unused.days >= RETIRE_DAYS && unused.neighbours >= RETIRE_NEIGHBOUR_CALLS_MIN) {
    const { alone: _, ...figures } = unused;
    return [
      {
        toolId,
        kind: "retire",
        about: "unused",
        weight: unused.days,
        evidence: { rule: "unused", ...figures },
      },
    ];
  }
  const { all, worked, abandoned } = attempts;
  if (all < RETIRE_ATTEMPTS_MIN || worked > 0 || abandoned > 0) return [];
  const to = switches[0]?.to ?? null;
  return [
    {
      toolId,
      kind: "retire",
      about: "handed_on",
      weight: all,
      evidence: { rule: "handed_on", attempts: all, to, since },
    },
  ];
}

const stepsBetween = (a: RiskWord, b: RiskWord) => Math.abs(RISKS.indexOf(a) - RISKS.indexOf(b));

function rated({ toolId, rating, approvals }: ToolFigures): Suggested[] {
  const found: Suggested[] = [];
  const { rated: said, rule, effective } = rating;
  if (said && rule && stepsBetween(said, rule.risk) >= RATE_STEPS_MIN)
    found.push({
      toolId,
      kind: "rate",
      about: `rule ${said} ${rule.risk}`,
      weight: stepsBetween(said, rule.risk),
      evidence: { rule: "rule_risk", rated: said, ruleRisk: rule.risk, ruleName: rule.name },
    });
  const waits = effective === "high" || effective === "critical";
  if (waits && approvals && approvals.all >= RATE_APPROVALS_MIN && approvals.fast === approvals.all) {
    const { all, medianSeconds, looked, since } = approvals;
    found.push({
      toolId,
      kind: "rate",
      about: "fast",
      weight: all,
      evidence: { rule: "fast", risk: effective, approvals: all, medianSeconds, looked, since },
    });
  }
  return found;
}

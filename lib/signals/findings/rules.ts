import { groupedBy } from "@/gateway/lint/groups";
import { literalsOf, type Place } from "@/gateway/lint/places";
import { type Finding, type PatchStep, POINTER_MAX } from "@/gateway/lint/types";
import { toPointer } from "@/lib/core/json/pointers";
import { muteKey } from "@/lib/tools/findings/rules";
import type { CallCode, LintedTool } from "@/lib/tools/findings/types";
import { placesIn } from "@/lib/tools/lint";
import { countsOf, valuesIn } from "./proofs/rules";
import type { Mistake, Proof, ProvenFinding, TenantMistake } from "./types";

// Valid values that a proposal lists. With more it lists none.
const VALID_MAX = 8;

// Refused values that a proposal lists.
const REFUSED_NAMED = 4;

// One call can be chance; two are a habit.
const CALLS_MIN = 2;

type Habitual = Pick<Mistake, "field" | "kind"> & { of: TenantMistake[] };

function together(mistakes: readonly TenantMistake[]): Habitual[] {
  const byField = groupedBy(mistakes, ({ kind, field }) => `${kind} ${field}`);
  return [...byField.values()].flatMap((of) => (of[0] ? [{ field: of[0].field, kind: of[0].kind, of }] : []));
}

function proofOf(of: readonly TenantMistake[]): Proof {
  const newest = of.reduce<TenantMistake | null>(
    (known, one) => (known && known.newestAt >= one.newestAt ? known : one),
    null,
  );
  return {
    ...countsOf(of),
    values: valuesIn(of).map(({ value, calls }) => ({ value, calls })),
    message: newest?.message ?? "",
  };
}

/** Cost of refused or misdirected calls. A habit of many sessions costs more than one of few. */
export const costOf = ({ calls, sessions }: Pick<Proof, "calls" | "sessions">): number => calls * sessions;

const explains = (fields: readonly string[], field: string): boolean =>
  fields.some((one) => one === field || field.startsWith(`${one}.`) || field.startsWith(`${one}[]`));

/**
 * Findings of a tool with the refused calls that prove them, and findings that only calls show. A
 * mistake proves one finding: the first about its field, else the first about a parent of the
 * field.
 */
export function prove(tool: LintedTool, mistakes: readonly TenantMistake[]): ProvenFinding[] {
  const told = new Map<Finding, TenantMistake[]>();
  const unexplained: Habitual[] = [];
  for (const mistake of together(mistakes)) {
    const cause =
      tool.found.find(({ fields }) => fields.includes(mistake.field)) ??
      tool.found.find(({ fields }) => explains(fields, mistake.field));
    if (cause && mistake.kind !== "unknown") told.set(cause, [...(told.get(cause) ?? []), ...mistake.of]);
    else unexplained.push(mistake);
  }
  const habits = unexplained
    .map((mistake) => ({ ...mistake, proof: proofOf(mistake.of), refused: repeatableOf(mistake.of) }))
    .filter(({ proof }) => proof.calls >= CALLS_MIN);
  const places = habits.length === 0 ? [] : placesIn(tool.inputSchemaText);
  const known = new Map(places.map((place) => [place.path, place]));
  const all = [
    ...tool.found.map((finding) => {
      const list = told.get(finding);
      return proven(tool, finding, list ? proofOf(list) : null);
    }),
    ...habits.map((habit) => shown(tool, habit, known.get(habit.field))),
  ];
  return all.filter(({ pointer }) => pointer.length <= POINTER_MAX);
}

export type Said = Omit<ProvenFinding, "tool" | "proof" | "other" | "cost" | "mute" | "effect" | "gone">;

/** A finding with the calls that prove it, if any do. */
export function proven(tool: LintedTool, said: Said, proof: Proof | null): ProvenFinding {
  const { id, gateway, provider, name, version } = tool;
  const { code, severity, pointer, message, fields, proposal, patch } = said;
  return {
    tool: { id, gateway: gateway.name, provider, name, version },
    code,
    severity,
    pointer,
    message,
    fields,
    proposal,
    patch,
    proof,
    other: null,
    cost: proof ? costOf(proof) : 0,
    mute: tool.mutes.get(muteKey({ code, pointer })) ?? null,
    effect: null,
    gone: false,
  };
}

const CODES = {
  value: "refused_values",
  type: "wrong_type",
  empty: "empty_text",
  unknown: "invented_parameter",
  missing: "left_out",
} as const satisfies Record<Mistake["kind"], CallCode>;

type Habit = Habitual & { proof: Proof; refused: readonly string[] };

/** Refused values that a proposal can repeat for all users of the tool. */
const repeatableOf = (of: readonly TenantMistake[]): string[] =>
  valuesIn(of)
    .filter(({ repeatable }) => repeatable)
    .map(({ value }) => value)
    .slice(0, REFUSED_NAMED);

/** Findings that only calls show. A field missing from the schema gets the path it would have. */
function shown(
  tool: LintedTool,
  { field, kind, proof, refused }: Habit,
  place: Place | undefined,
): ProvenFinding {
  const isUnknown = kind === "unknown" || (!place && !/[.[]/.test(field));
  const code = isUnknown ? CODES.unknown : CODES[kind];
  const { message, proposal } = WORDS[code](field, { refused, sent: sentTypes(proof) }, place);
  const pointer = place?.pointer ?? toPointer(["inputSchema", "properties", field]);
  const patch = proposal === null || !place ? null : [describing(place, proposal)];
  return proven(
    tool,
    { code, severity: "warning", pointer, message, fields: [field], proposal, patch },
    proof,
  );
}

function describing({ pointer, schema, description }: Place, sentence: string): PatchStep {
  const op = typeof schema.description === "string" ? "replace" : "add";
  const before = description === "" || /[.!?]$/.test(description) ? description : `${description}.`;
  return { op, path: `${pointer}/description`, value: `${before} ${sentence}`.trim() };
}

type Sent = { refused: readonly string[]; sent: readonly string[] };

type Words = (
  field: string,
  sent: Sent,
  place: Place | undefined,
) => { message: string; proposal: string | null };

const TYPES: Record<string, string> = {
  '"': "a string",
  "{": "an object",
  "[": "an array",
  t: "a boolean",
  f: "a boolean",
  n: "null",
};

const NAMED: Record<string, string> = {
  string: "a string",
  object: "an object",
  array: "an array",
  boolean: "a boolean",
  number: "a number",
  integer: "a whole number",
};

const sentTypes = ({ values }: Proof): string[] => [
  ...new Set(
    values.flatMap(({ value }) =>
      value.startsWith("(") ? [] : (TYPES[value.trimStart()[0] ?? ""] ?? "a number"),
    ),
  ),
];

const takenTypes = (place: Place | undefined): string =>
  [...(place?.shape.types ?? [])].flatMap((type) => NAMED[type] ?? []).join(" or ");

function validInstead(refused: readonly string[], place: Place | undefined): string | null {
  if (refused.length === 0) return null;
  const valid = place ? (literalsOf(place.shape) ?? []) : [];
  const first =
    valid.length > 0 && valid.length <= VALID_MAX
      ? `One of ${valid.map((one) => JSON.stringify(one)).join(", ")}; not`
      : "Not";
  return `${first} ${refused.join(", ")}.`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const WORDS: Record<(typeof CODES)[Mistake["kind"]], Words> = {
  wrong_type: (field, { sent }, place) => {
    const taken = takenTypes(place);
    const not = sent.filter((type) => type !== taken).join(" or ");
    const calls = `Calls send ${not === "" ? "another type" : not} for "${field}", and the tool takes ${taken === "" ? "none of that" : taken}.`;
    return {
      message: `${calls} Say so in its description, with an example.`,
      proposal: taken === "" ? null : `${capital(taken)}${not === "" ? "" : `, not ${not}`}.`,
    };
  },
  refused_values: (field, { refused }, place) => ({
    message: `Calls send values for "${field}" that the tool refuses. Say in its description which values are valid, and that these are not.`,
    proposal: validInstead(refused, place),
  }),
  empty_text: (field) => ({
    message: `Calls send "" for "${field}", because they do not know its value. Say that it is left out then, or take it out of the schema.`,
    proposal: 'Leave it out when you do not know it; "" is refused.',
  }),
  invented_parameter: (field) => ({
    message: `Calls send "${field}", which the schema does not have. Name in the description the parameter that is meant, or take this name too.`,
    proposal: null,
  }),
  left_out: (field) => ({
    message: `Calls leave "${field}" out, and it is required. Say so at the beginning of the description, and give one whole example.`,
    proposal: `Always send \`${field}\`.`,
  }),
};

const NEIGHBOURS_CALLS_MIN = 100;

/** A tool without calls that is as old as the window, although its neighbours have calls. */
export function neverCalled(
  tool: LintedTool,
  calls: { own: number; neighbours: number },
  since: Date,
): ProvenFinding | null {
  if (calls.own > 0 || calls.neighbours < NEIGHBOURS_CALLS_MIN || tool.createdAt >= since) return null;
  const message = `No call in 14 days, while the other tools of its provider had ${calls.neighbours.toLocaleString("en")}. Agents pay for its definition all the same: describe when to use it, or drop it.`;
  return proven(
    tool,
    { code: "never_called", severity: "info", pointer: "", message, fields: [], proposal: null, patch: null },
    null,
  );
}

import * as z from "zod";
import { FINDING_CODES } from "@/gateway/lint/types";
import { pageWire, wireOf, wireTime } from "@/lib/core/wire";
import { CALL_CODES } from "@/lib/tools/findings/types";
import type { OtherUse } from "./purposes/types";
import type { ProvenFinding, VersionFigures } from "./types";

const patchStepWire = z.union([
  z.strictObject({ op: z.enum(["add", "replace", "test"]), path: z.string(), value: z.unknown() }),
  z.strictObject({ op: z.literal("remove"), path: z.string() }),
]);

const versionWire = z.strictObject({
  version: z.int(),
  from: wireTime,
  to: wireTime.nullable().describe("Null while it is in force."),
  attempts: z.int().describe("That ended and were not turned away."),
  first_try: z.int().describe("Of these, those whose first call worked."),
  share: z
    .strictObject({ is: z.number(), from: z.number(), to: z.number() })
    .nullable()
    .describe("From 0 to 1, with its interval of 90 % (Wilson); null under 20 attempts."),
});

const findingWire = z
  .strictObject({
    tool: z.strictObject({
      id: z.uuid(),
      gateway: z.string(),
      provider: z.string(),
      name: z.string(),
      version: z.int(),
    }),
    code: z.enum([...CALL_CODES, ...FINDING_CODES]),
    severity: z.enum(["warning", "info"]),
    pointer: z.string().describe("A JSON pointer into the definition; empty for the whole definition."),
    message: z.string(),
    fields: z.array(z.string()).describe("The arguments it is about: `priority`, `tests[].prompt`."),
    cost: z.int().describe("Calls that prove it times their sessions, in 14 days."),
    refused_calls: z.int(),
    sessions: z.int(),
    sent: z
      .array(z.strictObject({ value: z.string(), calls: z.int() }))
      .describe("Heads of the values that were sent and refused, as JSON; the most frequent first."),
    refusal: z.string().nullable().describe("The tool's own words in the newest of these calls."),
    other_purpose: z
      .strictObject({
        calls: z.int(),
        judged: z.int().describe("Calls whose rationales were read, repetitions of a session left out."),
        sessions: z.int(),
        rationales: z
          .array(z.string())
          .describe("As the newest of these calls sent them, without what looks like a secret."),
        better: z
          .strictObject({ id: z.uuid(), name: z.string() })
          .nullable()
          .describe("The tool of the same provider whose description fits these calls; null when none does."),
        intents: z
          .array(z.strictObject({ id: z.uuid(), name: z.string().describe("Made of agents' words.") }))
          .describe("The intents of the newest of these calls, the most called first."),
      })
      .nullable()
      .describe("The calls that were made for something else; null unless the code is `other_purpose`."),
    proposal: z
      .string()
      .nullable()
      .describe("A text or value to write; null when only the author can know it."),
    patch: z
      .array(patchStepWire)
      .nullable()
      .describe("The same as a JSON Patch (RFC 6902) of the definition."),
    muted: z.strictObject({ reason: z.string(), by: z.string().nullable(), at: wireTime }).nullable(),
    gone: z.boolean().describe("The newest version does not have it any more (view=gone)."),
    since_version: z
      .strictObject({ before: versionWire, after: versionWire })
      .nullable()
      .describe(
        "First-try success before and after the newest version, where the one before had this finding.",
      ),
  })
  .meta({ id: "ToolFinding" });

export const FINDING_COLUMNS = Object.keys(findingWire.shape) as (keyof z.output<typeof findingWire>)[];

export const findingPageWire = pageWire(findingWire);

export const patchedFindingWire = z.strictObject({
  tool_id: z.uuid(),
  version: z.int(),
  code: z.string(),
  pointer: z.string(),
  muted: z.strictObject({ reason: z.string() }).nullable(),
});

export function wireFindings(page: {
  rows: readonly ProvenFinding[];
  nextCursor: string | null;
}): z.output<typeof findingPageWire> {
  return { data: page.rows.map(wireFinding), next_cursor: page.nextCursor };
}

function wireOther({ better, ...told }: OtherUse) {
  return { ...told, better: better && { id: better.id, name: better.name } };
}

function wireVersion({ version, from, to, groups, firstTry, share }: VersionFigures) {
  const told = share && { is: share.share, from: share.from, to: share.to };
  return { version, from, to, attempts: groups, first_try: firstTry, share: told };
}

function wireFinding(finding: ProvenFinding): z.output<typeof findingWire> {
  const { proof, other, effect, fields, patch } = finding;
  return wireOf(findingWire, finding, {
    fields: [...fields],
    refused_calls: proof?.calls ?? 0,
    sessions: proof?.sessions ?? 0,
    sent: proof?.values ?? [],
    refusal: proof?.message ?? null,
    other_purpose: other && wireOther(other),
    patch: patch && [...patch],
    muted: finding.mute,
    since_version: effect && { before: wireVersion(effect.before), after: wireVersion(effect.after) },
  });
}

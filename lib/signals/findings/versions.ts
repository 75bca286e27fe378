import type { Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import { muteKey } from "@/lib/tools/findings/rules";
import { CALL_CODES, type LintedTool } from "@/lib/tools/findings/types";
import { type Before, lintBefore } from "@/lib/tools/lint-results";
import { shareOf } from "../attempts/rules";
import { proven } from "./rules";
import { type ProvenFinding, VERSION_DAYS, type VersionEffect, type VersionFigures } from "./types";

type Sums = { id: string; version: number; groups: number; firstTry: number };

export type Versions = {
  gone: (tool: LintedTool) => ProvenFinding[];
  /**
   * Reads attempts before and after the newest version for findings that it kept or removed; null
   * for others.
   */
  effects: (
    tx: Tx,
    tenants: readonly string[],
    shown: readonly LintedTool[],
  ) => Promise<(finding: ProvenFinding) => VersionEffect | null>;
};

/**
 * Compares newest versions with the previous ones, for versions of the last 90 days. An attempt
 * counts for the version in force when it started.
 */
export async function versionsOf(tx: Tx, tools: readonly LintedTool[]): Promise<Versions> {
  const renewed = tools.filter(({ version }) => version > 1);
  const before = await lintBefore(
    tx,
    renewed.map(({ id }) => id),
    VERSION_DAYS,
  );
  const isLeft = ({ tool, code, pointer }: ProvenFinding) =>
    CALL_CODES.every((one) => one !== code) &&
    (before.get(tool.id)?.found.some((one) => isSame(one, { code, pointer })) ?? false);
  return {
    effects: async (of, tenants, shown) => {
      const compared = shown.filter(({ id }) => before.has(id));
      const sums = await attemptsOf(of, tenants, compared);
      return (finding) => {
        const former = before.get(finding.tool.id);
        return former && (finding.gone || isLeft(finding)) ? effectOf(sums, finding.tool, former) : null;
      };
    },
    gone: (tool) => {
      const former = before.get(tool.id);
      const gone = former?.found.filter((finding) => !tool.found.some((one) => isSame(one, finding))) ?? [];
      return gone.map((finding) => ({
        ...proven({ ...tool, mutes: new Map() }, finding, null),
        gone: true,
      }));
    },
  };
}

const effectOf = (
  sums: readonly Sums[],
  tool: { id: string; version: number },
  former: Before,
): VersionEffect => ({
  before: figuresOf(sums, tool.id, former.version, { from: former.from, to: former.until }),
  after: figuresOf(sums, tool.id, tool.version, { from: former.until, to: null }),
});

type Place = { code: ProvenFinding["code"]; pointer: string };

const isSame = (one: Place, other: Place): boolean => muteKey(one) === muteKey(other);

async function attemptsOf(tx: Tx, tenants: readonly string[], tools: readonly LintedTool[]): Promise<Sums[]> {
  if (tools.length === 0) return [];
  const asked = tools.map(({ id, gateway, provider, name, version }) => ({
    ...{ id, gateway: gateway.id, provider, name, version },
  }));
  return tx.$queryRaw<Sums[]>`
    select k.id, u.version, sum(u.groups - u.referred)::int as groups, sum(u.first_try)::int as "firstTry"
    from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, gateway uuid, provider text, name text, version int)
    cross join unnest(${[...tenants]}::uuid[]) as s(tenant_id)
    cross join lateral (
      select d.version, d.groups, d.referred, d.first_try from tool_use_days d
      where d.tenant_id = s.tenant_id and d.tool = k.name and d.kind = 'all'
        and d.day >= (now() at time zone 'UTC')::date - ${VERSION_DAYS}::int
        and d.gateway_id = k.gateway and d.provider = k.provider and d.version in (k.version - 1, k.version) offset 0) u
    group by 1, 2`;
}

function figuresOf(
  sums: readonly Sums[],
  id: string,
  version: number,
  held: Pick<VersionFigures, "from" | "to">,
): VersionFigures {
  const sum = sums.find((one) => one.id === id && one.version === version);
  const { groups, firstTry } = sum ?? { groups: 0, firstTry: 0 };
  return { version, ...held, groups, firstTry, share: shareOf(firstTry, groups) };
}

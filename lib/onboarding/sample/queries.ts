import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { PARTS, type SampleView } from "./types";

// Every step renews the lease; after this delay no one works on it.
const WAITS_SECONDS = 5;

type Row = Omit<SampleView, "percent" | "part"> & {
  part: string | null;
  done: number;
  total: number;
};

/** The sample workspace; null while there is none. */
export function findSample(scope: Scope): Promise<SampleView | null> {
  return read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<Row[]>`
      select state, part, done, total, rows::float8 as rows, started_by as "startedBy", started_at as "startedAt",
             finished_at as "finishedAt", error,
             state <> 'loaded' and (lease_until is null or lease_until < clock_timestamp())
               and greatest(started_at, coalesce(lease_until, started_at)) < clock_timestamp() - make_interval(secs => ${WAITS_SECONDS}::int)
               as waits,
             (select coalesce(json_agg(json_build_object('key', t.key, 'name', t.name) order by t.key), '[]') from tenants t
              where ${sampleTenants(scope)}) as tenants
      from sample_workspace`;
    if (!row) return null;
    const { done, total, part, ...rest } = row;
    return {
      ...rest,
      part: PARTS.find((one) => one === part) ?? null,
      percent: Math.floor((100 * done) / total),
    };
  });
}

/** The state of the sample workspace as one column, for those who see anything of it. */
export function sampleState(scope: Scope): Prisma.Sql {
  return Prisma.sql`(
    select w.state from sample_workspace w
    where ${scope.unlimited} or exists (select 1 from tenants t where ${sampleTenants(scope)}))`;
}

const sampleTenants = (scope: Scope) =>
  Prisma.sql`t.sample and (${scope.unlimited} or t.id = any(${[...scope.tenants]}::uuid[]))`;

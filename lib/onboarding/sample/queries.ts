import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { PARTS, type SampleView } from "./types";

// A lease is renewed with every step; what is this late has nobody at work on it.
const WAITS_SECONDS = 5;

type Row = Omit<SampleView, "percent" | "tenants" | "part"> & {
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
               as waits
      from sample_workspace`;
    if (!row) return null;
    const tenants = await tx.$queryRaw<{ key: string; name: string }[]>`
      select key, name from tenants where sample and (${scope.unlimited} or id = any(${[...scope.tenants]}::uuid[])) order by key`;
    const { done, total, part, ...rest } = row;
    return {
      ...rest,
      part: PARTS.find((one) => one === part) ?? null,
      percent: Math.floor((100 * done) / total),
      tenants,
    };
  });
}

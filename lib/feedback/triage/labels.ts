import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { IssueState } from "../types";
import type { LeftAlone } from "./outcome";
import { LABELS_MAX } from "./types";

/** All labels; or additions and removals for each issue's own. */
type Labeling = { labels?: string[]; add?: string[]; remove?: string[] };

const takenAway = ({ add = [], remove = [] }: Labeling) => remove.filter((label) => !add.includes(label));

/** The column as an act sets it, of issues that are called `i`. */
export function labelsOf(said: Labeling): Prisma.Sql {
  if (said.labels) return Prisma.sql`labels = ${said.labels}::text[]`;
  return Prisma.sql`labels = array(
    select distinct l collate "C" as label from unnest(i.labels || ${said.add ?? []}::text[]) l
    where l <> all(${takenAway(said)}::text[]) order by label)`;
}

type Row = { id: string; state: IssueState; labels: readonly string[] };

/** Leaves alone the issues that would have more labels than an issue can have. */
export function withRoom<R extends Row>(said: Labeling, { fit, left }: { fit: R[]; left: LeftAlone[] }) {
  const away = takenAway(said);
  const many = ({ labels }: Row) =>
    (said.labels ?? [...new Set([...labels, ...(said.add ?? [])])].filter((label) => !away.includes(label)))
      .length;
  const full = fit.filter((row) => many(row) > LABELS_MAX);
  const named = full.map(({ id, state }): LeftAlone => ({ id, why: "labels", state }));
  return { fit: fit.filter((row) => !full.includes(row)), left: [...left, ...named] };
}

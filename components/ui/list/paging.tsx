import type { List } from "@/lib/core/list/list";
import { ButtonLink } from "../button-link";

/** Keyset paging: first page, and older rows. An end of the list has no link. */
export function Paging<F extends { cursor?: string }>({
  list,
  filter,
  nextCursor,
  path,
  hash = "",
  label,
  newest = "Newest",
  older = "Older",
}: {
  list: Pick<List<F, string, never>, "link">;
  filter: F;
  nextCursor: string | null;
  /** The page's path, if not the list's own. */
  path?: string;
  /** The anchor of the list on the page, such as `#grace`. */
  hash?: string;
  label: string;
  /** The label of the link to the first page. */
  newest?: string;
  older?: string;
}) {
  if (filter.cursor === undefined && nextCursor === null) return null;
  return (
    <nav aria-label={label} className="flex justify-between gap-2 px-3.5 py-3">
      {filter.cursor === undefined ? (
        <span />
      ) : (
        <ButtonLink href={list.link(filter, undefined, path) + hash} size="sm" icon="chevron-left">
          {newest}
        </ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink href={list.link(filter, { cursor: nextCursor } as Partial<F>, path) + hash} size="sm">
          {older}
        </ButtonLink>
      )}
    </nav>
  );
}

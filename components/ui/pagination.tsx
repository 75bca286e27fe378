import { ButtonLink } from "./button-link";

/** Keyset paging: newer and older, as links. An end of the list has no link. */
export function Pagination({
  label,
  newer,
  older,
}: {
  label: string;
  newer?: { href: string; label: string } | null;
  older?: { href: string; label: string } | null;
}) {
  if (!newer && !older) return null;
  return (
    <nav aria-label={label} className="flex justify-between gap-2 px-3.5 py-3">
      {newer ? (
        <ButtonLink href={newer.href} size="sm" icon="chevron-left">
          {newer.label}
        </ButtonLink>
      ) : (
        <span />
      )}
      {older && (
        <ButtonLink href={older.href} size="sm">
          {older.label}
        </ButtonLink>
      )}
    </nav>
  );
}

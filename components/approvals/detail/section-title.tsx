/** The heading of one part of the page, with its quiet note. */
export function SectionTitle({ id, title, note }: { id: string; title: string; note?: React.ReactNode }) {
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
      <h2 id={id} className="font-bold text-sm">
        {title}
      </h2>
      {note ? <span className="text-fg-subtle text-xs">{note}</span> : null}
    </div>
  );
}

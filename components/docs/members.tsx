import { kindOf, limitsOf, type Row } from "./wire-schema";

/** Members of a body, or parameters: name, kind, limits and description. */
export function Members({ title, rows }: { title?: string; rows: readonly Row[] }) {
  return (
    <>
      {title && <h3 className="mt-4 mb-1 text-sm font-bold">{title}</h3>}
      <dl className="grid gap-y-1 text-sm md:grid-cols-[200px_1fr]">
        {rows.map(({ name, required, schema }) => (
          <div key={name} className="contents">
            <dt className="mono">
              {name}
              {required ? <span className="font-sans text-fg-subtle"> required</span> : null}
            </dt>
            <dd className="mb-1 text-fg-muted wrap-anywhere md:mb-0">
              {[kindOf(schema), limitsOf(schema), schema.description].filter(Boolean).join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

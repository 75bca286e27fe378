import { ExportMenu } from "./export-menu";

/** Downloads a list as it is filtered, as CSV or NDJSON. */
export function ListDownload({
  id,
  rows,
  hrefOf,
}: {
  id: string;
  /** The noun of a row, singular and plural. */
  rows: [one: string, many: string];
  hrefOf: (format: "csv" | "ndjson") => string;
}) {
  return (
    <ExportMenu
      id={id}
      label="Download"
      note={`All ${rows[1]} that match the filters. Formulas become plain text.`}
      files={[
        { href: hrefOf("csv"), label: "CSV", rows },
        { href: hrefOf("ndjson"), label: "NDJSON", rows },
      ]}
    />
  );
}

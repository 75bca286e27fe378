import { buttonLinkLook } from "@/components/ui/button-look";
import { Icon } from "@/components/ui/icon";
import { type TrailFilter, trailList } from "@/lib/insights/trail/list";

/** Exports the log, as verifiable JSON lines or as a table. */
export function ExportSection({ filter }: { filter: TrailFilter }) {
  const forms = [
    { format: "ndjson", label: "Verifiable (NDJSON)" },
    { format: "csv", label: "Table (CSV)" },
  ];
  return (
    <section aria-labelledby="export-title" className="flex min-w-0 flex-1 flex-col gap-2">
      <h2 id="export-title" className="text-base font-bold">
        Export
      </h2>
      <p className="text-sm text-fg-muted">
        The verifiable file applies only the tenant and time filters: a trail with rows left out looks like
        one that was tampered with. The table applies every filter and cannot be verified. Verify a file on
        any machine with{" "}
        <code className="mono inline-block">npm run countersign -- activity verify FILE</code>
      </p>
      <p className="flex flex-wrap gap-2">
        {forms.map(({ format, label }) => (
          // An ordinary link: the response is a file and must not be prefetched.
          <a
            key={format}
            href={trailList.link(filter, {}, `/activity/export?format=${format}`)}
            download
            className={buttonLinkLook()}
          >
            <Icon name="download" size={14} />
            {label}
          </a>
        ))}
      </p>
    </section>
  );
}

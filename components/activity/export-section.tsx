import { buttonLinkLook } from "@/components/ui/button-look";
import { Icon } from "@/components/ui/icon";
import { ACTIVITY } from "@/components/words/activity";
import { type TrailFilter, trailList } from "@/lib/insights/trail/list";

/** The trail as a file, in the form that can be verified and in the one that is read as a table. */
export function ExportSection({ filter }: { filter: TrailFilter }) {
  const forms = [
    { format: "ndjson", label: ACTIVITY.exportLines },
    { format: "csv", label: ACTIVITY.exportCsv },
  ];
  return (
    <section aria-labelledby="export-title" className="flex min-w-0 flex-1 flex-col gap-2">
      <h2 id="export-title" className="text-base font-bold">
        {ACTIVITY.exportTitle}
      </h2>
      <p className="text-sm text-fg-muted">
        {ACTIVITY.exportNote} <code className="mono inline-block">{ACTIVITY.verifyCommand}</code>
      </p>
      <p className="flex flex-wrap gap-2">
        {forms.map(({ format, label }) => (
          // An ordinary link: the answer is a file, and must not be fetched before somebody asks for it.
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

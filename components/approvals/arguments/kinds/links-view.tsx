import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Links } from "@/lib/arguments/kinds/types";

/** The hosts that links lead to, each with its first addresses, as text. */
export function LinksView({ links: { hosts, count, moreHosts } }: { links: Links }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-xs">
        <span className="font-bold">{counted(count, "link")}</span>
        <span className="text-fg-muted">by the host they lead to</span>
      </h3>
      <ul className="rounded-card border border-border bg-surface text-sm">
        {hosts.map(({ host, readsAs, count: times, examples, warnings }) => (
          <li key={host} className="border-border border-b px-3 py-2 last:border-b-0">
            <p className="wrap-anywhere">
              <b className="font-bold">
                <Untrusted mono>{host}</Untrusted>
              </b>
              {readsAs === null ? null : (
                <span className="text-fg-muted">
                  {" "}
                  shown as <Untrusted mono>{readsAs}</Untrusted>
                </span>
              )}
              {times > 1 ? <span className="text-fg-muted text-xs"> · {counted(times, "link")}</span> : null}
            </p>
            {examples.map((example) => (
              <p key={example} className="text-fg-muted text-xs wrap-anywhere">
                <Untrusted mono>{example}</Untrusted>
              </p>
            ))}
            {warnings.map((warning) => (
              <p key={warning} className="text-risk-high text-xs wrap-anywhere">
                <Untrusted>{warning}</Untrusted>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {moreHosts > 0 ? (
        <p className="text-fg-muted text-xs">{counted(moreHosts, "more host")} in the exact arguments.</p>
      ) : null}
    </div>
  );
}

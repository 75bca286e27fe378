import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { failedOf } from "@/components/words/health";
import { type HealthFilter, healthList } from "@/lib/signals/health/list";
import type { ProviderHealth } from "@/lib/signals/health/types";
import { HealthMark } from "./health-mark";

// The filter lists the remaining providers.
const PROVIDERS_SHOWN = 8;

/** Providers, the worst first; each leads to its tools. */
export function ProviderHealthList({
  providers,
  filter,
}: {
  providers: readonly ProviderHealth[];
  filter: HealthFilter;
}) {
  if (providers.length < 2) return null;
  const left = providers.length - PROVIDERS_SHOWN;
  return (
    <Card flush>
      <ul aria-label="Providers, the worst first" className="grid sm:grid-cols-2">
        {providers.slice(0, PROVIDERS_SHOWN).map((one) => (
          <li
            key={one.provider}
            className="-mb-px flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-border px-3.5 py-2 text-sm"
          >
            <Link
              href={healthList.link(filter, { provider: one.provider })}
              className="inline-flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
            >
              <Untrusted mono>{one.provider}</Untrusted>
            </Link>
            <HealthMark state={one.state} />
            <span className="tnum text-fg-muted">{`${failedOf(one)}, ${counted(one.tools, "tool")}`}</span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="border-t border-border px-3.5 py-2 text-sm text-fg-muted">
          {`${counted(left, "more provider")}: choose one above.`}
        </p>
      )}
    </Card>
  );
}

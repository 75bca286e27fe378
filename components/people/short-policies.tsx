import { Banner } from "@/components/ui/banner";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { ShortPolicy } from "@/lib/approvals/deciders/types";

// The policies page lists the rest.
const SHORT_SHOWN = 5;

/** Policies in force that too few people can satisfy; nothing without any. */
export function ShortPolicies({ title, short }: { title: string; short: readonly ShortPolicy[] }) {
  if (short.length === 0) return null;
  return (
    <Banner tone="problem" title={title}>
      <ul className="flex flex-col gap-0.5">
        {short.slice(0, SHORT_SHOWN).map(({ policy, why }) => (
          <li key={policy} className="wrap-anywhere">
            “<Untrusted>{policy}</Untrusted>”: <Untrusted>{why}</Untrusted>
          </li>
        ))}
      </ul>
      <Link
        href="/policies"
        className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
      >
        {short.length > SHORT_SHOWN
          ? `Policies, ${counted(short.length - SHORT_SHOWN, "more is", "more are")} short`
          : "Policies"}
      </Link>
    </Banner>
  );
}

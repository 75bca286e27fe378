import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { SheetRead } from "@/lib/signals/evidence/types";

// A call may have more wrong fields than a page can show.
const FIELDS_SHOWN = 8;

/** The cheatsheet that agents could have read before the call, and its gaps. */
export function EvidenceSheet({ sheet }: { sheet: SheetRead | null }) {
  if (!sheet) return null;
  const { provider, published } = sheet;
  const of = published?.gateway ? `?gateway=${encodeURIComponent(published.gateway)}` : "";
  return (
    <Section id="cheatsheet" title="Cheatsheet" description="What agents can read before they call the tool.">
      {published ? (
        <Published published={published} />
      ) : (
        <p className="text-sm">No cheatsheet is published.</p>
      )}
      <p className="text-sm">
        <Link
          href={`/tools/cheatsheets/${encodeURIComponent(provider)}${of}`}
          className="inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent"
        >
          <span>
            Cheatsheet of <Untrusted>{provider}</Untrusted>
          </span>
        </Link>
      </p>
    </Section>
  );
}

function Published({ published }: { published: NonNullable<SheetRead["published"]> }) {
  const { gateway, version, updatedAt, silentAbout, names } = published;
  return (
    <>
      <p className="text-fg-muted text-sm">
        Version {version},{" "}
        {gateway === null ? "shared by gateways without one of their own" : "the gateway’s own"}, published{" "}
        <Time value={updatedAt} />.
      </p>
      {silentAbout.length > 0 && (
        <p className="wrap-anywhere text-sm">
          It does not name <Names names={silentAbout} />, which the call got wrong.
        </p>
      )}
      {names.length > 0 && (
        <p className="wrap-anywhere text-sm">
          It names <Names names={names} />, which the call got wrong all the same.
        </p>
      )}
    </>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - FIELDS_SHOWN;
  return (
    <>
      {names.slice(0, FIELDS_SHOWN).map((name, at) => (
        <span key={name}>
          {at > 0 && ", "}
          <code className="font-medium">
            <Untrusted limit={200}>{name}</Untrusted>
          </code>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

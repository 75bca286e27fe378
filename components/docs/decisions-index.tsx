import { Link } from "@/components/ui/link";
import { DocsFrame } from "./docs-frame";

// As in `0029-passkeys`.
const NUMBER_CHARS = 4;

/** Unused numbers below the last decision, four digits each. */
export function unusedNumbers(slugs: readonly string[]): string[] {
  const used = new Set(slugs.map((slug) => Number(slug.slice(0, NUMBER_CHARS))));
  const all = Array.from({ length: Math.max(0, ...used) }, (_, index) => index + 1);
  return all
    .filter((number) => !used.has(number))
    .map((number) => String(number).padStart(NUMBER_CHARS, "0"));
}

/** Every decision by its title, in the order in which they were made. */
export function DecisionsIndex({ decisions }: { decisions: readonly { slug: string; title: string }[] }) {
  const unused = unusedNumbers(decisions.map(({ slug }) => slug));
  return (
    <DocsFrame current="decisions">
      <h1 className="text-2xl font-bold">Decisions</h1>
      <p className="mt-1 text-fg-muted">
        Why Countersign works as it does: one page for each choice that had alternatives.
        {unused.length > 0 && ` Not used: ${unused.join(", ")}.`}
      </p>
      <ul className="mt-4">
        {decisions.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              href={`/docs/decisions/${slug}`}
              className="inline-flex min-h-8 items-center text-accent underline underline-offset-2 hover:text-accent-hover max-lg:min-h-12"
            >
              {slug.slice(0, NUMBER_CHARS)} {title.replace(/^\d{4}:?\s*/, "")}
            </Link>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}

import { Link } from "@/components/ui/link";
import { DOC_GROUPS } from "@/components/words/docs";
import { DocsFrame } from "./docs-frame";

export function DocsIndex() {
  return (
    <DocsFrame>
      <h1 className="text-2xl font-bold">Documentation</h1>
      <p className="mt-1 text-fg-muted">
        How to decide, how to connect a gateway, and how to run Countersign. Works without the internet.
      </p>
      {DOC_GROUPS.map(({ title, pages }) => (
        <section key={title} aria-label={title} className="mt-6">
          <h2 className="font-bold">{title}</h2>
          <ul className="mt-2 grid gap-3 sm:grid-cols-2">
            {pages.map((page) => (
              <li key={page.slug}>
                <Link
                  href={`/docs/${page.slug}`}
                  className="block h-full rounded-card border border-border bg-surface px-4 py-3.5 hover:border-border-strong"
                >
                  <span className="font-bold">{page.title}</span>
                  <span className="mt-0.5 block text-sm text-fg-muted">{page.summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  );
}

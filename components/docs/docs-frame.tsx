import type { ReactNode } from "react";
import { Brand } from "@/components/shell/brand";
import { Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { DOC_GROUPS } from "@/components/words/docs";
import type { Heading } from "./markdown-text";

/**
 * A page of the documentation, with navigation on the left and its contents on the right. Needs no
 * sign-in.
 */
export function DocsFrame({
  current,
  headings = [],
  words,
  children,
}: {
  current?: string;
  headings?: readonly Heading[];
  /** The search words. */
  words?: string;
  children: ReactNode;
}) {
  const parts = headings.filter(({ depth }) => depth === 2);
  return (
    <div className="mx-auto flex min-h-dvh max-w-[84rem] flex-col lg:flex-row">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control border border-border bg-surface px-3 py-2 text-sm font-medium focus:translate-y-0"
      >
        Skip to the page
      </a>
      <header className="border-border lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:shrink-0 lg:overflow-y-auto lg:border-r lg:px-3 lg:py-4 max-lg:border-b">
        <div className="flex items-center gap-3 px-4 py-3 lg:px-2 lg:pt-0">
          <Link href="/docs" className="rounded-chip">
            <Brand />
          </Link>
          <Link
            href="/"
            className="ml-auto inline-flex min-h-6 items-center rounded-chip text-sm text-fg-muted hover:text-fg hover:underline max-sm:min-h-12"
          >
            Console
          </Link>
        </div>
        <search className="px-4 pb-2 lg:px-2">
          <form action="/docs">
            <Input
              type="search"
              name="q"
              aria-label="Search the documentation"
              placeholder="Search all pages"
              defaultValue={words}
              maxLength={200}
            />
          </form>
        </search>
        <details className="px-4 pb-2 lg:hidden">
          <summary className="flex min-h-12 list-none items-center gap-1.5 text-sm font-medium">
            <Icon name="list" size={14} />
            All pages
          </summary>
          <PageLinks current={current} />
        </details>
        <div className="hidden lg:block">
          <PageLinks current={current} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 sm:px-8 lg:py-8">
        <div className="mx-auto max-w-3xl">{children}</div>
      </main>
      <Parts parts={parts} />
    </div>
  );
}

function PageLinks({ current }: { current?: string }) {
  return (
    <nav aria-label="Pages">
      {DOC_GROUPS.map(({ title, pages }) => (
        <section key={title} aria-label={title} className="mt-2">
          <p className="px-2 text-xs text-fg-subtle">{title}</p>
          <ul className="mt-0.5 flex flex-col gap-0.5">
            {pages.map((page) => (
              <li key={page.slug}>
                <Link
                  href={`/docs/${page.slug}`}
                  aria-current={page.slug === current ? "page" : undefined}
                  className="flex min-h-8 items-center rounded-control border border-transparent px-2 text-sm font-medium text-fg-muted hover:bg-selected hover:text-fg aria-[current]:border-border aria-[current]:bg-surface aria-[current]:text-fg max-lg:min-h-12"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/**
 * The contents of the page, next to it on wide screens. If empty, it keeps its space so that the
 * text does not move.
 */
function Parts({ parts }: { parts: readonly Heading[] }) {
  if (parts.length <= 1) return <div className="hidden w-56 shrink-0 xl:block" />;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-0 hidden h-dvh w-56 shrink-0 overflow-y-auto py-8 pr-4 xl:block"
    >
      <p className="mb-1 text-xs text-fg-subtle">On this page</p>
      <ul className="text-sm">
        {parts.map((part) => (
          <li key={part.anchor}>
            <a
              href={`#${part.anchor}`}
              className="block rounded-chip py-0.5 text-fg-muted hover:text-fg hover:underline"
            >
              {part.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Link } from "@/components/ui/link";
import { counted } from "@/components/words/counts";
import { DocsFrame } from "./docs-frame";
import { type DocsHit, HITS_MAX } from "./search";

/** Search results of the documentation. */
export function DocsResults({ words, hits }: { words: string; hits: readonly DocsHit[] }) {
  return (
    <DocsFrame words={words}>
      <h1 className="text-2xl font-bold">Search</h1>
      <p role="status" className="mt-1 text-fg-muted">
        {hits.length === 0
          ? `No page contains all of these words: ${words}. Try fewer, or another one.`
          : `${hits.length < HITS_MAX ? "" : "The best "}${counted(hits.length, "part of a page contains", "parts of pages contain")} “${words}”.`}
      </p>
      <ul className="mt-4 flex flex-col gap-3">
        {hits.map(({ address, page, heading, excerpt }) => (
          <li key={address}>
            <Link
              href={address}
              className="block rounded-card border border-border bg-surface px-4 py-3 hover:border-border-strong"
            >
              <span className="font-bold wrap-anywhere">{heading}</span>
              {heading !== page && <span className="ml-2 text-sm text-fg-subtle">{page}</span>}
              <span className="mt-0.5 block text-sm wrap-anywhere text-fg-muted">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}

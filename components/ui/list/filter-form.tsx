"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "../button";
import { classNames } from "../class-names";
import { Link } from "../link";
import { Spinner } from "../spinner";

const TYPING_PAUSE_MS = 300;

/** Counts address changes made outside of this form, and notes the form's own. */
function useForeignAddress() {
  const search = useSearchParams();
  const own = useRef(search.toString());
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (search.toString() === own.current) return;
    own.current = search.toString();
    setVersion((last) => last + 1);
  }, [search]);
  return { search, own, version };
}

function queryOf(form: HTMLFormElement): string {
  const next = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value.trim() !== "") next.append(name, value.trim());
  return next.toString();
}

/**
 * The filters of a list, kept in the address. A choice reads the list at once, typing after a
 * pause. Works without scripts as an ordinary form.
 */
export function FilterForm({
  action,
  label,
  children,
  views = [],
  beside = [],
  className,
}: {
  /** The list's path. */
  action: string;
  label: string;
  children: ReactNode;
  /** The list's views: the view in the address is not a filter and stays. */
  views?: readonly string[];
  /** Query parameters that other controls set; they stay too. */
  beside?: readonly string[];
  className?: string;
}) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [pending, start] = useTransition();
  useEffect(() => () => clearTimeout(timer.current), []);
  // An address changed elsewhere shows its own values. Typing never loses the focus.
  const { search, own, version } = useForeignAddress();
  const view = views.find((name) => name === search.get("view"));
  const stays = (name: string) => beside.includes(name) || (name === "view" && view !== undefined);
  const set = [...search.keys()].some((name) => name !== "cursor" && !stays(name));
  const cleared = new URLSearchParams([...search].filter(([name]) => stays(name))).toString();

  const go = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const query = queryOf(form.current);
    own.current = query;
    start(() => router.replace(query ? `${action}?${query}` : action, { scroll: false }));
  };
  const changed = (event: FormEvent<HTMLFormElement>) => {
    const typing = event.target instanceof HTMLInputElement && /^(text|search|)$/.test(event.target.type);
    clearTimeout(timer.current);
    if (typing) timer.current = setTimeout(go, TYPING_PAUSE_MS);
    else go();
  };

  return (
    <search aria-label={label}>
      <form
        ref={form}
        action={action}
        key={version}
        onInput={changed}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
        // The style of filter labels, in one place.
        className={classNames(
          "relative flex flex-wrap items-end gap-2 [&_label:not(:has(input))]:text-xs [&_label:not(:has(input))]:font-normal [&_label:not(:has(input))]:text-fg-muted",
          className,
        )}
      >
        {view && <input type="hidden" name="view" value={view} />}
        {children}
        {/* Enter submits the form before scripts load; visible only on keyboard focus. */}
        <span className="sr-only focus-within:not-sr-only">
          <Button type="submit">Apply</Button>
        </span>
        {set && (
          <Link
            href={cleared ? `${action}?${cleared}` : action}
            className="inline-flex min-h-8 items-center rounded-chip px-1 text-sm text-accent hover:underline max-sm:min-h-12"
          >
            Clear filters
          </Link>
        )}
        <Pending now={pending} />
      </form>
    </search>
  );
}

/**
 * Has no width, so that the last filter aligns with the list below. On a phone, inside the search
 * field.
 */
function Pending({ now }: { now: boolean }) {
  return (
    <span
      aria-hidden
      className="-mr-3.5 -ml-2 inline-flex min-h-8 w-3.5 items-center max-sm:absolute max-sm:right-7 max-sm:min-h-12"
    >
      {now && <Spinner />}
    </span>
  );
}

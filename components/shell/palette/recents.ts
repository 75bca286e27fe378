"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useKept } from "@/components/ui/browser-storage";

export type Recent = { href: string; title: string };

const RECENTS_MAX = 8;

// Pages about one thing.
const OF_ONE =
  /^\/(?:approvals|feedback|tools|gateways|rationales\/(?:intents|calls)|settings\/people)\/[0-9a-f]{8}-[0-9a-f-]{27}$/;

// As the pages' titles are put together.
const FRAME = /^\(\d+\+?\) | · [^·]*$/g;

/** The titles as kept, without what is not one. */
export function recentsOf(kept: unknown): Recent[] {
  const list = Array.isArray(kept) ? (kept as Partial<Recent>[]) : [];
  return list.flatMap((one) =>
    typeof one?.href === "string" && typeof one.title === "string" && OF_ONE.test(one.href)
      ? [{ href: one.href, title: one.title }]
      : [],
  );
}

/** The list with this page first; the oldest leaves. */
export function withRecent(list: readonly Recent[], page: Recent): Recent[] {
  return [page, ...list.filter(({ href }) => href !== page.href)].slice(0, RECENTS_MAX);
}

/** The things whose pages this person opened last in this browser, newest first. */
export function useRecents(): Recent[] {
  return recentsOf(useKept("pages", "recent").read());
}

/** Notes the page of one thing by its tab's title, which may arrive after the page. */
export function useNotedRecents(): void {
  const pathname = usePathname();
  const kept = useKept("pages", "recent");
  useEffect(() => {
    if (!OF_ONE.test(pathname)) return;
    const note = () => {
      const title = document.title.replace(FRAME, "").trim();
      if (title === "" || location.pathname !== pathname) return;
      const list = recentsOf(kept.read());
      if (list[0]?.href !== pathname || list[0].title !== title)
        kept.keep(withRecent(list, { href: pathname, title }));
    };
    note();
    const observer = new MutationObserver(note);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [pathname, kept]);
}

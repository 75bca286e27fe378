"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { mayLeave } from "@/components/ui/draft/may-leave";
import { Input } from "@/components/ui/field";
import { counted } from "@/components/words/counts";
import { search } from "@/lib/search/actions";
import type { Found } from "@/lib/search/types";
import { type Administers, DESTINATIONS, isOpenTo } from "../destinations";
import type { Remap } from "../keys/binding";
import { isUsable, perform } from "../keys/controls";
import { ALL_KEYS } from "../keys/registry";
import { COMMANDS } from "./commands";
import { actEntries, commandEntries, type Entry, foundEntries, placeEntries, recentEntries } from "./entries";
import { EntryList } from "./entry-list";
import { useRecents } from "./recents";

const TYPING_PAUSE_MS = 180;

// Without a text only these actions make sense.
const NOT_OFFERED = new Set(["key-sheet", "row", "open-row", "back", "close"]);

type Answer = { q: string; found: Found[]; failed: boolean };

/** Asks the server after a pause in typing; drops late responses. */
function useFound(q: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (q === "") return;
    let current = true;
    const timer = setTimeout(async () => {
      const result = await search({ q }).catch(() => null);
      if (current) setAnswer({ q, found: result?.ok ? result.found : [], failed: !result?.ok });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [q]);
  return q === "" ? null : answer;
}

/** Actions of the page, pages, and search results. */
function useEntries(
  q: string,
  answer: Answer | null,
  administers: Administers,
  remap: Remap | null,
): Entry[] {
  // Computed when the palette opens: the page below does not change meanwhile.
  const acts = useMemo(
    () =>
      ALL_KEYS.filter(
        (binding) => binding.act !== "go" && !NOT_OFFERED.has(binding.target) && isUsable(binding),
      ),
    [],
  );
  const list = useRecents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: as of opening, like the actions
  const recents = useMemo(() => list, []);
  return useMemo<Entry[]>(() => {
    const places = DESTINATIONS.filter((place) => isOpenTo(place, administers));
    return [
      ...(q === "" ? recentEntries(q, recents) : []),
      ...actEntries(q, acts, remap),
      ...placeEntries(q, places, remap !== null),
      ...commandEntries(q, COMMANDS),
      ...(q === "" ? [] : recentEntries(q, recents)),
      ...(q === "" ? [] : foundEntries(q, answer?.found ?? [])),
    ];
  }, [q, acts, remap, administers, answer, recents]);
}

/** Searches everything, opens pages, or acts on what is open: one field, driven by the keyboard. */
export function Palette({
  administers,
  remap,
  onClose,
}: {
  administers: Administers;
  remap: Remap | null;
  onClose: () => void;
}) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const q = text.trim();
  const answer = useFound(q);

  const entries = useEntries(q, answer, administers, remap);
  const at = Math.min(chosen, entries.length - 1);

  const open = (entry: Entry) => {
    onClose();
    if ("href" in entry) {
      if (mayLeave()) router.push(entry.href);
    } else if ("run" in entry) entry.run();
    // After the dialog has returned the focus to the page.
    else setTimeout(() => perform(entry.binding, { shift: false }));
  };

  const pressed = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const entry = entries[at];
    if (event.key in moves && !(text && /Home|End/.test(event.key))) setChosen(moves[event.key] ?? 0);
    else if (event.key === "Enter" && entry) open(entry);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open onClose={onClose} title="Search or jump to" kind="palette">
      <Input
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        aria-label="Search approvals, tools, issues, gateways and people, or name an action"
        placeholder="Search or jump to…"
        data-autofocus
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={pressed}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
      />
      <EntryList id={id} entries={entries} at={at} onOpen={open} />
      <Status q={q} answer={answer} />
    </Dialog>
  );
}

/** The state of the search, in words. */
function Status({ q, answer }: { q: string; answer: Answer | null }) {
  return (
    <p role="status" className="min-h-5 pt-2 text-xs text-fg-muted">
      {q === "" ? (
        <span className="max-sm:hidden">↑↓ choose · ↵ open · Esc close</span>
      ) : answer?.q !== q ? (
        "Searching…"
      ) : answer.failed ? (
        "The search did not answer. Nothing was changed; try again."
      ) : answer.found.length === 0 ? (
        "Nothing found. Try a tool, an agent, a person or the beginning of an id."
      ) : (
        counted(answer.found.length, "result")
      )}
    </p>
  );
}

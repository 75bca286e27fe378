import type { IconName } from "@/components/ui/icon";
import type { RiskWord } from "@/lib/core/risk";
import { FOUND_KINDS, type Found, type FoundKind } from "@/lib/search/types";
import type { Destination } from "../destinations";
import { bindingId, type KeyBinding, keyOf, type Remap } from "../keys/binding";
import type { Command } from "./commands";
import type { Recent } from "./recents";

/** One line of the palette. */
export type Entry = {
  id: string;
  group: string;
  title: string;
  detail?: string;
  icon: IconName;
  /** The key with the same action. */
  keys?: string;
  risk?: RiskWord;
  /** The title is someone else's text. */
  foreign?: boolean;
} & ({ href: string } | { binding: KeyBinding } | { run: () => void });

const ICONS: Record<FoundKind, IconName> = {
  approval: "inbox",
  tool: "wrench",
  issue: "message",
  gateway: "plug",
  person: "user",
};

const GROUPS: Record<FoundKind, string> = {
  approval: "Approvals",
  tool: "Tools",
  issue: "Feedback",
  gateway: "Gateways",
  person: "People",
};

const PATHS: Record<FoundKind, string> = {
  approval: "/approvals/",
  tool: "/tools/",
  issue: "/feedback/",
  gateway: "/gateways/",
  person: "/settings/people/",
};

/** Whether each word of the text is a prefix of a word of the name. An empty text matches all. */
export function fits(text: string, name: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Actions of the page below. */
export function actEntries(text: string, bindings: readonly KeyBinding[], remap: Remap | null): Entry[] {
  return bindings
    .filter(({ label }) => fits(text, label))
    .map((binding) => ({
      id: `act-${bindingId(binding)}`,
      group: "On this page",
      title: binding.label,
      icon: "command",
      keys: remap ? keyOf(binding, remap) : undefined,
      binding,
    }));
}

export function placeEntries(text: string, places: readonly Destination[], keys: boolean): Entry[] {
  return places
    .filter(({ label }) => fits(text, label))
    .map(({ href, label, icon, goKey }) => ({
      id: `go-${href}`,
      group: "Go to",
      title: label,
      icon,
      keys: goKey && keys ? `g ${goKey}` : undefined,
      href,
    }));
}

/** Pages of things that the person opened last. */
export function recentEntries(text: string, recents: readonly Recent[]): Entry[] {
  return recents
    .filter(({ title }) => fits(text, title))
    .map(({ href, title }) => ({
      id: `recent-${href}`,
      group: "Recent",
      title,
      icon: "clock",
      foreign: true,
      href,
    }));
}

export function commandEntries(text: string, commands: readonly Command[]): Entry[] {
  return commands
    .filter(({ label }) => fits(text, label))
    .map(({ id, label, icon, run }) => ({ id: `do-${id}`, group: "Commands", title: label, icon, run }));
}

/** The server's results by kind, and the searches over everything. */
export function foundEntries(text: string, found: readonly Found[]): Entry[] {
  const results = FOUND_KINDS.flatMap((kind) =>
    found
      .filter((one) => one.kind === kind)
      .map(
        ({ id, title, detail, risk, pending }): Entry => ({
          id: `${kind}-${id}`,
          group: GROUPS[kind],
          title,
          detail: pending ? `${detail} · waiting` : detail,
          icon: ICONS[kind],
          risk: risk ?? undefined,
          foreign: true,
          href: `${PATHS[kind]}${id}`,
        }),
      ),
  );
  const query = new URLSearchParams({ q: text });
  const further: Entry[] = [
    {
      id: "all-approvals",
      group: "Results",
      title: "Search all approvals for this text",
      icon: "search",
      href: `/approvals?view=all&${query}`,
    },
    {
      id: "all-calls",
      group: "Results",
      title: "Search all calls for this text",
      icon: "search",
      href: `/rationales?within=any&${query}`,
    },
  ];
  return [...results, ...further];
}

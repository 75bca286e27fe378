import type { Part } from "@/lib/onboarding/sample/types";
import { counted } from "./counted";

/** The sample workspace. */
export const SAMPLE = {
  title: "Sample workspace",
  lead: "Three made-up companies with eight weeks of calls, decisions, feedback and figures, so that every page has something to show. Nothing is sent to anyone, real calls cannot get into it, and all of it goes again in one press.",
  load: "Load a sample workspace",
  asking: "Asking for it…",
  offer: "Look around with sample data",
  loading: "The sample workspace is being made.",
  removing: "The sample workspace is being removed.",
  leave: "You can leave this page; it goes on.",
  progress: "Progress",
  waits: "Nobody is at work on it: no worker is running. It begins as soon as one is.",
  stopped: "The last try stopped. It is tried again by itself; you can also remove what is there.",
  loaded: "The sample workspace is loaded.",
  tenants: "Its tenants",
  look: "Look at",
  remove: "Remove the sample workspace…",
  removeTitle: "Remove the sample workspace?",
  removeText:
    "Everything in it goes: its tenants, gateways and tools, their calls, approvals, feedback and trail, and whatever you decided or wrote in it. Your own tenants and gateways are not touched.",
  removeConfirm: "Remove it",
  removeAsking: "Asking for it…",
  adminOnly: "An administrator of all tenants can load or remove it.",
};

export const SAMPLE_BANNER = {
  label: "Sample workspace",
  loading: "A sample is being made.",
  loaded: "Tenants sample-… are made up.",
  removing: "The sample is being removed.",
  more: "Sample workspace",
};

const PART_WORDS: Record<Part, string> = {
  tenants: "Tenants and their trails",
  gateways: "Gateways",
  tools: "Tools and cheatsheets",
  calls: "Calls",
  approvals: "Approvals and callbacks",
  feedback: "Feedback",
  requests: "Requests of gateways",
};

/** "Calls · 42 % · 5,120 rows" */
export function progressWords(part: Part | null, percent: number, rows: number): string {
  return [part && PART_WORDS[part], `${percent} %`, counted(rows, "row", "rows")].filter(Boolean).join(" · ");
}

export const SAMPLE_PLACES = [
  { href: "/approvals?view=all", label: "Approvals that wait" },
  { href: "/approvals?view=decided", label: "Decided ones" },
  { href: "/feedback", label: "Feedback" },
  { href: "/rationales", label: "Rationales" },
  { href: "/tools", label: "Tools" },
  { href: "/gateways", label: "Gateways" },
] as const;

import type { CallRow } from "@/lib/calls/wire";
import type { Parameter } from "@/lib/tools/definition";

/** How far back the evidence of an issue looks. */
export const EVIDENCE_WEEKS = 12;

/** What people do about a tool weighs so many reports of agents. */
export const PEOPLE_WEIGH = 3;

/** Counting corrections, rejections and edits stops here. */
export const SIGNAL_MAX = 1_000;

/** How much speaks for an issue in the window: reports + 3 × (corrections + rejections + edits). */
export type Signal = {
  reports: number;
  corrections: number;
  rejections: number;
  edits: number;
  total: number;
};

/** A tool's definition as the call met it, and where the call broke it. */
export type MetSchema = {
  toolId: string;
  version: number;
  parameters: Parameter[];
  /** Who says what was wrong: the gateway that refused the call, or our own check of the arguments. */
  judge: "gateway" | "check";
  /** Why our own check could not be made; null when it was. */
  unchecked: string | null;
  /** By the name of the parameter; names the definition does not have are among them. */
  wrong: { name: string; message: string }[];
};

/** What agents can read about the provider before they call the tool: the gateway's own cheatsheet, else the shared one. */
export type SheetRead = {
  provider: string;
  /** Whose it is, and what stands in it of what the call got wrong; null where there is none. */
  published: {
    gateway: string | null;
    version: number;
    updatedAt: Date;
    /** Parameters that the call got wrong and the text does not name. */
    silentAbout: string[];
    /** Those that it does name. */
    names: string[];
  } | null;
};

export type EvidenceRow = { id: string; summary: string; by: string | null; reason: string | null; at: Date };

/** What is known of an issue beside its reports: the call, the weeks, and what people did about the tool. */
export type IssueEvidence = {
  /** The newest report's call: the one it names, or the last of the tool in its session before it. */
  call: CallRow | null;
  schema: MetSchema | null;
  /** Null where nobody knows the provider. */
  cheatsheet: SheetRead | null;
  /** Weeks in UTC, oldest first, with the tool's versions that appeared in them. */
  weeks: { from: string; to: string; reports: number; versions: number[] }[];
  agents: { name: string; reports: number }[];
  /** Of the tool's calls in the sessions of the newest reports. */
  models: { name: string; calls: number }[];
  signal: Signal;
  /** The newest of each. */
  rejections: EvidenceRow[];
  edits: EvidenceRow[];
  corrections: { id: string; utterance: string; sessionId: string | null; at: Date }[];
};

/** What is known of the call a report is about: its session's calls and approvals. */
export type ReportLinks = {
  call: CallRow | null;
  /** Whether the report names it; else it is the last of its tool in its session. */
  callNamed: boolean;
  approvals: { id: string; summary: string; tool: string; decision: string; createdAt: Date }[];
  toolId: string | null;
};

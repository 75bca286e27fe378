import type { CallRow } from "@/lib/calls/wire";
import type { Parameter } from "@/lib/tools/definition";

export const EVIDENCE_WEEKS = 12;

export const PEOPLE_WEIGH = 3;

export const SIGNAL_MAX = 1_000;

/** Weight of an issue in the window: reports + 3 × (corrections + rejections + edits). */
export type Signal = {
  reports: number;
  corrections: number;
  rejections: number;
  edits: number;
  total: number;
};

/** The tool's definition in force at the call, and where the call violated it. */
export type MetSchema = {
  toolId: string;
  version: number;
  parameters: Parameter[];
  judge: "gateway" | "check";
  unchecked: string | null;
  wrong: { name: string; message: string }[];
};

/**
 * What agents can read about the provider before a call: the gateway's cheatsheet, else the shared
 * one.
 */
export type SheetRead = {
  provider: string;
  /** Null if none is published. */
  published: {
    gateway: string | null;
    version: number;
    updatedAt: Date;
    silentAbout: string[];
    names: string[];
  } | null;
};

export type EvidenceRow = { id: string; summary: string; by: string | null; reason: string | null; at: Date };

export type IssueEvidence = {
  /**
   * The call of the newest report: the named one, or the last call of the tool in its session
   * before it.
   */
  call: CallRow | null;
  schema: MetSchema | null;
  cheatsheet: SheetRead | null;
  /** UTC weeks, oldest first, with the tool versions that appeared in them. */
  weeks: { from: string; to: string; reports: number; versions: number[] }[];
  agents: { name: string; reports: number }[];
  models: { name: string; calls: number }[];
  signal: Signal;
  rejections: EvidenceRow[];
  edits: EvidenceRow[];
  corrections: { id: string; utterance: string; sessionId: string | null; at: Date }[];
};

export type ReportLinks = {
  call: CallRow | null;
  /** Whether the report names the call. If not, it is the last one of its tool in its session. */
  callNamed: boolean;
  approvals: { id: string; summary: string; tool: string; decision: string; createdAt: Date }[];
  toolId: string | null;
};

import { compareVersions, readVersion, type Version } from "@/lib/core/semver";

// 2026-12-01, 20261201, 2026/12/01, or an instant.
const DAY = /^(20\d\d)([-/]?)(\d\d)\2(\d\d)$/;
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/** The fix of a problem: a definition of the tool, a version of its server, or a time. */
type Fix =
  | { kind: "definition"; version: Version }
  | { kind: "server"; version: Version }
  | { kind: "date"; from: Date };

/**
 * Parses a *Fixed in*.
 * @returns null for text that cannot be compared
 */
function readFix(text: string | null): Fix | null {
  const words = (text ?? "").trim();
  if (DAY.test(words) || INSTANT.test(words)) {
    const from = dateOf(words);
    return from && { kind: "date", from };
  }
  const version = readVersion(words);
  if (!version) return null;
  return { kind: version.numbers.length === 1 ? "definition" : "server", version };
}

function dateOf(words: string): Date | null {
  const [, year, , month, day] = DAY.exec(words) ?? [];
  const from = new Date(year === undefined ? words : `${year}-${month}-${day}T00:00:00Z`);
  // JavaScript would move an invalid day into the next month.
  const isDay = year === undefined || from.getUTCDate() === Number(day);
  return Number.isNaN(from.getTime()) || !isDay ? null : from;
}

/** The reporter's versions, as far as known, and the time. */
export type Reporter = {
  /** The number of the newest definition that its gateway registered. */
  definition: number | null;
  server: string | null;
  happened: Date;
};

/** Whether a report is about a state before the fix. False if that cannot be compared. */
export function isBeforeFix(fixedIn: string | null, { definition, server, happened }: Reporter): boolean {
  const fix = readFix(fixedIn);
  if (fix === null) return false;
  if (fix.kind === "date") return happened < fix.from;
  const used = fix.kind === "definition" ? definition?.toString() : server;
  const version = readVersion(used ?? "");
  return version !== null && compareVersions(version, fix.version) < 0;
}

/** The hint of a *Fixed in* field: how it is compared with later reports. */
export function comparisonOf(fixedIn: string): string {
  if (fixedIn.trim() === "") return "Agents that report this again read this version or date.";
  const fix = readFix(fixedIn);
  if (fix === null)
    return "Cannot be compared: any later report reopens the issue. Use a definition number (4), a version (2.1) or a date (2026-12-01).";
  if (fix.kind === "date") return "Reports of what happened before this date (UTC) do not reopen the issue.";
  return fix.kind === "definition"
    ? "Compared with the number of the tool’s definition. Gateways with an older definition do not reopen the issue."
    : "Compared with the server’s version where the gateway reports it. Reports without a version reopen the issue.";
}

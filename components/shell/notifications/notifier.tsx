"use client";

import { usePathname } from "next/navigation";
import { useContext, useEffect, useRef } from "react";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import type { WaitingCall } from "@/lib/approvals/queue/types";
import type { OpenReviews } from "@/lib/approvals/reviews/types";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { FrameContext } from "../live/status";
import { isInstalled, notificationWorker, notify, permissionNow } from "./browser";

const NONE: readonly WaitingCall[] = [];

const NO_REVIEWS: OpenReviews["newest"] = [];

/**
 * Shows what waits in the title and by notification: on arrival, again with each reminder, and for
 * break-glass approvals, while the page is hidden. Renders nothing.
 */
export function Notifier() {
  const facts = useContext(FrameContext);
  const waiting = facts?.waiting;
  const wanted = facts?.notify.browser ?? false;
  const atLeast = facts?.notify.atLeast ?? "critical";
  const calls = waiting?.newest ?? NONE;
  useTitleCount(waiting?.count ?? 0);
  useAppBadge(waiting?.count ?? 0);
  useOfflinePage();
  useGlassNotices(facts?.reviews.newest ?? NO_REVIEWS, wanted);
  const known = useRef<Set<string> | null>(null);

  useEffect(() => {
    const before = known.current;
    // A call that drops out of the shown few and returns has not arrived again.
    known.current = new Set([...(before ?? []), ...calls.map(({ id }) => id)]);
    if (before === null || !wanted) return;
    for (const call of calls)
      if (!before.has(call.id) && isStrict(call, atLeast)) tell(call, "waiting for you");
  }, [calls, wanted, atLeast]);

  const reminded = waiting?.reminded ?? NONE;
  const told = useRef<Set<string> | null>(null);

  useEffect(() => {
    const before = told.current;
    told.current = new Set([...(before ?? []), ...reminded.map(reminderOf)]);
    if (before === null || !wanted) return;
    for (const call of reminded)
      if (!before.has(reminderOf(call)) && isStrict(call, atLeast)) tell(call, shareOver(call));
  }, [reminded, wanted, atLeast]);

  return null;
}

/** Notifications of break-glass approvals, at any risk. */
function useGlassNotices(reviews: OpenReviews["newest"], wanted: boolean): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set([...(before ?? []), ...reviews.map(({ id }) => id)]);
    if (before === null || !wanted || isLookedAt()) return;
    for (const { id, own, by, headline, tenant, callId } of reviews) {
      if (own || before.has(id)) continue;
      const title = `Break-glass: ${by ?? "a former user"} approved alone`;
      const shown = { body: `${headline}\n${tenant}`, tag: id, path: `/approvals/${callId}` };
      // If the browser refuses, the page does not report it.
      notify(title, shown).catch(() => undefined);
    }
  }, [reviews, wanted]);
}

const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

function isStrict({ risk }: WaitingCall, atLeast: RiskWord): boolean {
  return RISKS.indexOf(risk) >= RISKS.indexOf(atLeast);
}

const reminderOf = ({ id, remindedAt }: WaitingCall) => `${id} ${remindedAt?.getTime()}`;

function shareOver({ createdAt, decideBy, remindedAt }: WaitingCall): Told {
  const left = decideBy.getTime() - (remindedAt ?? createdAt).getTime();
  const isLast = left < (decideBy.getTime() - createdAt.getTime()) / 4;
  return isLast ? "runs out soon" : "half of its time is over";
}

type Told = "waiting for you" | "half of its time is over" | "runs out soon";

function tell(call: WaitingCall, what: Told): void {
  if (isLookedAt()) return;
  const body = `${call.headline}\n${call.tenant}`;
  // If the browser refuses, the page does not report it.
  const title = `${RISK_WORDS[call.risk]} risk: ${what}`;
  notify(title, { body, tag: call.id, path: `/approvals/${call.id}` }).catch(() => undefined);
}

/** Keeps "(3) " in front of the page's title. */
function useTitleCount(count: number): void {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another title
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\+?\) /, "");
      const wanted = count > 0 ? `(${count > 99 ? "99+" : count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    // Next sets the title later, when a page arrives.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count, pathname]);
}

/** On the icon of the installed app; browsers without one ignore it. */
function useAppBadge(count: number): void {
  useEffect(() => {
    navigator.setAppBadge?.(count).catch(() => undefined); // some browsers want permission first
  }, [count]);
}

/** The installed app says so when there is no connection, also before any notification is turned on. */
function useOfflinePage(): void {
  useEffect(() => {
    if (isInstalled() && permissionNow() !== "unsupported") notificationWorker().catch(() => undefined);
  }, []);
}

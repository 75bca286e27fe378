import * as z from "zod";
import { listChanges } from "@/lib/approvals/queue/changes";
import { queueList } from "@/lib/approvals/queue/list";
import { isPendingView } from "@/lib/approvals/queue/rules";
import { CHANGES_MAX, type QueueChanges } from "@/lib/approvals/queue/types";
import { sessionScopeOf } from "@/lib/auth/sessions/request";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { readFrame } from "@/lib/insights/frame";
import { liveHub } from "@/lib/live/hub";
import { text } from "./answers";
import { allMethods } from "./resource";
import { publicRoute } from "./route";
import { validate } from "./validate";

// Longer than all filters of a list at maximum length, percent-encoded.
const QUERY_MAX = 16_000;

const asked = z.strictObject({
  list: z.string().max(QUERY_MAX).nullable(),
  ids: z.array(z.uuid()).max(CHANGES_MAX),
});

/** Counts of waiting work and notification settings, under the names of the page's own query. */
async function readLive(scope: UserScope) {
  const { preferences, waiting, saved, issues, mentions, notes, reviews } = await readFrame(scope);
  const { notify } = preferences;
  return {
    waiting,
    saved: saved.map(({ id, count }) => ({ id, count })),
    issues,
    mentions,
    notes,
    reviews,
    notify,
  };
}

type Frame = Awaited<ReturnType<typeof readLive>>;

// Several tabs of a person ask for the same after one announcement.
const SHARED_MS = 500;
const SHARED_MAX = 500;

type Shared = { frame: Promise<Frame>; at: number; place: number };

const shared = new Map<string, Shared>();

/** The frame of this scope, shared for a moment unless a change was announced since. */
function frameOf(scope: UserScope): Promise<Frame> {
  const { actor, tenants, unlimited } = scope;
  const key = JSON.stringify([actor.id, actor.role, unlimited, tenants]);
  const [now, { place }] = [Date.now(), liveHub()];
  for (const [other, { at }] of shared)
    if (now - at > SHARED_MS || shared.size > SHARED_MAX) shared.delete(other);
  const kept = shared.get(key);
  if (kept && kept.place === place) return kept.frame;
  const frame = readLive(scope);
  shared.set(key, { frame, at: now, place });
  frame.catch(() => shared.delete(key));
  return frame;
}

function changesOf(scope: UserScope, { list, ids }: z.output<typeof asked>): Promise<QueueChanges> | null {
  if (list === null) return null;
  const { filter } = queueList.parse(Object.fromEntries(new URLSearchParams(list)));
  return isPendingView(filter.view) ? listChanges(scope, filter, ids) : null;
}

/**
 * Updates for an open page: the counts of its frame, and the place of some calls in its list.
 * @throws DomainError UNAUTHENTICATED, VALIDATION_ERROR
 */
async function readChanges(request: Request) {
  const scope = await sessionScopeOf(request.headers);
  if (!scope)
    throw new DomainError("UNAUTHENTICATED", "You are not signed in. Sign in to follow live updates.");
  const query = new URL(request.url).searchParams;
  const input = validate(asked, { list: query.get("list"), ids: query.getAll("id") });
  const [frame, list] = await Promise.all([frameOf(scope), changesOf(scope, input)]);
  return text(JSON.stringify({ ...frame, list }), "application/json");
}

/** Authenticates by browser session itself, like the stream. */
export const liveChanges = allMethods({ GET: publicRoute(readChanges) });

import { LAPSED, TRACE_PARENT } from "@/lib/approvals/callbacks";
import { searchWords } from "@/lib/approvals/queue/worker";
import { receiptKeys } from "@/lib/approvals/receipt-keys/worker";
import { DOUBTED, findContested, isStillAllowed } from "@/lib/approvals/refusals";
import { deadlines, reportInAnswer, showDelivery } from "@/lib/approvals/worker";
import { callFigures } from "@/lib/calls/figures/worker";
import { env } from "@/lib/core/env";
import type { Job } from "@/lib/core/every";
import { heartbeat } from "@/lib/delivery/heartbeat";
import type { OutcomeHook } from "@/lib/delivery/record";
import { deliveries } from "@/lib/delivery/worker";
import { grouping } from "@/lib/feedback/grouping/worker";
import { trackers } from "@/lib/feedback/tracker/worker";
import { growing, snoozes } from "@/lib/feedback/triage/worker";
import { feedbackFigures, feedbackWords } from "@/lib/feedback/worker";
import { intentRuns } from "@/lib/intents/runs/worker";
import { rationales } from "@/lib/intents/templates/worker";
import { threadedEmbedder } from "@/lib/language/embedder-thread";
import { backupJob } from "@/lib/maintenance/backup/worker";
import { removal } from "@/lib/maintenance/removal/worker";
import { retention } from "@/lib/maintenance/retention/worker";
import { maintenance, requestLog } from "@/lib/maintenance/worker";
import { compose } from "@/lib/notifications/compose";
import { dailyNotices } from "@/lib/notifications/daily";
import { noteOutcome } from "@/lib/notifications/outcomes";
import { slackSocket } from "@/lib/notifications/slack/worker";
import { notices } from "@/lib/notifications/worker";
import { sampleJob } from "@/lib/onboarding/sample/worker";
import { attempts } from "@/lib/signals/attempts/worker";
import { signals } from "@/lib/signals/evidence/worker";
import { proofs } from "@/lib/signals/findings/proofs/worker";
import { purposes } from "@/lib/signals/findings/purposes/worker";
import { suggestions } from "@/lib/signals/suggestions/worker";
import { toolFindings } from "@/lib/tools/findings/worker";
import { lookAtSample, sampleSteps } from "@/sample/load";
import { keepScheduled } from "./backup/keep.mjs";

/** Reactions of other domains to outcomes of deliveries. */
const settle: OutcomeHook[] = [showDelivery, reportInAnswer, noteOutcome];

function makeBackup(signal: AbortSignal) {
  const { DATABASE_DIRECT_URL, AUTH_SECRET, BACKUP_DIR, BACKUP_MARK, BACKUP_KEEP } = env();
  const kept = { dir: BACKUP_DIR, mark: BACKUP_MARK, keep: BACKUP_KEEP, secret: AUTH_SECRET, signal };
  return keepScheduled(DATABASE_DIRECT_URL, kept);
}

/** All background jobs. Each runs until the signal and waits out database outages. */
export function jobs(): Job[] {
  // One shared thread, because a model takes 150 MB.
  const embedder = threadedEmbedder();
  const forReports = env().FEEDBACK_EMBEDDINGS === "on" ? embedder : null;
  const forRationales = env().RATIONALE_EMBEDDINGS === "on" ? embedder : null;
  return [
    heartbeat,
    receiptKeys,
    deliveries({
      settle,
      lapsed: LAPSED,
      traceParent: TRACE_PARENT,
      compose,
      doubted: { which: DOUBTED, findContested, isStillSo: isStillAllowed },
    }),
    deadlines(),
    notices,
    dailyNotices,
    searchWords,
    requestLog,
    maintenance,
    callFigures,
    feedbackFigures,
    feedbackWords,
    signals,
    toolFindings,
    attempts,
    proofs,
    suggestions,
    purposes,
    snoozes,
    growing,
    grouping(forReports),
    rationales(forRationales),
    intentRuns(forRationales),
    trackers,
    slackSocket(),
    retention,
    removal,
    sampleJob(sampleSteps, lookAtSample),
    backupJob(env().BACKUP_EVERY_HOURS, makeBackup),
  ];
}

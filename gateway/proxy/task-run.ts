import { ErrorCode, McpError, type Progress, type Result } from "@modelcontextprotocol/sdk/types.js";
import { sleep } from "../client/http";
import { log, reason } from "./log";
import { isObject, type Members } from "./odd-messages";
import type { SilenceLimit } from "./silence";

const POLL_MS = { min: 100, default: 1_000, max: 10_000 };

/** Without a limit the request uses its own. */
type Ask = (method: string, params: Members, limit?: SilenceLimit) => Promise<Result>;
type Get = () => Promise<Result>;
type TaskOptions = {
  /** Maximum time without a status change or a request to the agent. */
  limit: SilenceLimit;
  onprogress?: (progress: Progress) => void;
};

/**
 * Runs a task-only tool and waits for its result, so that agents call it like any other.
 * @throws McpError as for any other tool; the task is then cancelled
 */
export async function runTask(ask: Ask, params: Members, options: TaskOptions): Promise<Result> {
  const { limit } = options;
  const created = await ask("tools/call", { ...params, task: {} }, limit);
  const task = isObject(created.task) ? created.task : {};
  const { taskId } = task;
  if (typeof taskId !== "string") return created;
  const watch = watcherOf(() => ask("tasks/get", { taskId }), options);
  const result = () => ask("tasks/result", { taskId }, limit);
  let asked = false;
  try {
    const answerable = await watch(task, ["working"], limit.signal);
    asked = true;
    return await (answerable.status === "input_required" ? watched(result(), watch, answerable) : result());
  } catch (error) {
    ask("tasks/cancel", { taskId }).catch((failure) =>
      log("info", "A task was not cancelled.", { reason: reason(failure) }),
    );
    if (limit.signal.aborted) throw endOf(limit.signal);
    if (asked && isAnswer(error)) throw error;
    throw cutOff(error);
  }
}

const endOf = ({ reason: why }: AbortSignal): unknown =>
  why instanceof McpError ? why : new McpError(ErrorCode.RequestTimeout, reason(why));

/**
 * A task that needs input sends its requests with the response to `tasks/result`, and continues
 * after them.
 */
async function watched(result: Promise<Result>, watch: Watch, task: Members): Promise<Result> {
  const answered = new AbortController();
  // If the status is unavailable, the result still arrives.
  watch(task, ["working", "input_required"], answered.signal).catch(() => undefined);
  return result.finally(() => answered.abort());
}

/** Whether the server responded to a request with an error. */
const isAnswer = (error: unknown): boolean =>
  error instanceof McpError &&
  error.code !== ErrorCode.RequestTimeout &&
  error.code !== ErrorCode.ConnectionClosed;

/** The task has started. Without a result, it is unknown whether it took effect. */
function cutOff(error: unknown): McpError {
  if (error instanceof McpError && !isAnswer(error)) return error;
  return new McpError(ErrorCode.ConnectionClosed, reason(error));
}

type Watch = (task: Members, statuses: readonly string[], signal: AbortSignal) => Promise<Members>;

/** Polls while the task has one of the statuses. Changes become progress and renew the limit. */
function watcherOf(get: Get, { limit, onprogress }: TaskOptions): Watch {
  let [state, changes] = ["", 0];
  const note = (task: Members) => {
    const message = typeof task.statusMessage === "string" ? task.statusMessage : undefined;
    const now = JSON.stringify([message, task.lastUpdatedAt]);
    if (now === state) return;
    state = now;
    limit.renew();
    onprogress?.({ progress: ++changes, ...(message ? { message } : {}) });
  };
  return async (created, statuses, signal) => {
    let task = created;
    while (statuses.includes(String(task.status))) {
      note(task);
      await sleep(pauseOf(task.pollInterval), signal);
      // Without the signal: each poll would leave a listener, and be cancelled long after its
      // response.
      task = await get();
      signal.throwIfAborted();
    }
    return task;
  };
}

function pauseOf(pollInterval: unknown): number {
  const asked = typeof pollInterval === "number" ? pollInterval : POLL_MS.default;
  return Math.min(POLL_MS.max, Math.max(POLL_MS.min, asked));
}

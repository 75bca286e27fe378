import { ErrorCode, McpError, type Progress, type Result } from "@modelcontextprotocol/sdk/types.js";
import { sleep } from "../client/http";
import { log, reason } from "./log";
import { isObject, type Members } from "./odd-messages";
import type { SilenceLimit } from "./silence";

const POLL_MS = { min: 100, default: 1_000, max: 10_000 };

/** Without a limit the request has one of its own. */
type Ask = (method: string, params: Members, limit?: SilenceLimit) => Promise<Result>;
type Get = () => Promise<Result>;
type TaskOptions = {
  /** How long the task may go without a change of its status or a question to the agent. */
  limit: SilenceLimit;
  onprogress?: (progress: Progress) => void;
};

/**
 * Runs a tool that runs only as a task, and waits for its result: agents call it like any other.
 * @throws McpError as a call of any other tool; the task is then cancelled
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

/** A task that needs input sends its questions with the answer to `tasks/result`, and works on after them. */
async function watched(result: Promise<Result>, watch: Watch, task: Members): Promise<Result> {
  const answered = new AbortController();
  // What the status does not say, the result will.
  watch(task, ["working", "input_required"], answered.signal).catch(() => undefined);
  return result.finally(() => answered.abort());
}

/** Whether the server answered a request with an error. */
const isAnswer = (error: unknown): boolean =>
  error instanceof McpError &&
  error.code !== ErrorCode.RequestTimeout &&
  error.code !== ErrorCode.ConnectionClosed;

/** The task has begun. Whatever keeps its result from us, nobody knows whether it took effect. */
function cutOff(error: unknown): McpError {
  if (error instanceof McpError && !isAnswer(error)) return error;
  return new McpError(ErrorCode.ConnectionClosed, reason(error));
}

type Watch = (task: Members, statuses: readonly string[], signal: AbortSignal) => Promise<Members>;

/** Waits while the task has one of the statuses. What changes is passed on as progress, and renews the limit. */
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
      // Without the signal: each poll would leave a listener there, and be cancelled long after its answer.
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

import { ErrorCode, McpError, type Progress, type Result } from "@modelcontextprotocol/sdk/types.js";
import { sleep } from "../client/http";
import { log, reason } from "./log";
import { isObject, type Members } from "./odd-messages";

const POLL_MS = { min: 100, default: 1_000, max: 10_000 };

type Ask = (method: string, params: Members, signal?: AbortSignal) => Promise<Result>;
type TaskOptions = {
  signal?: AbortSignal;
  onprogress?: (progress: Progress) => void;
  /** How long the task may go without a change of its status. */
  timeoutMs: number;
};

/**
 * Runs a tool that runs only as a task, and waits for its result: agents call it like any other.
 * @throws McpError as a call of any other tool; the task is then cancelled
 */
export async function runTask(ask: Ask, params: Members, options: TaskOptions): Promise<Result> {
  const created = await ask("tools/call", { ...params, task: {} }, options.signal);
  const task = isObject(created.task) ? created.task : {};
  const { taskId } = task;
  if (typeof taskId !== "string") return created;
  let asked = false;
  try {
    // Without the signal: each poll would leave a listener there, and be cancelled long after its answer.
    await untilAnswerable((method) => ask(method, { taskId }), task, options);
    asked = true;
    return await ask("tasks/result", { taskId }, options.signal);
  } catch (error) {
    ask("tasks/cancel", { taskId }).catch((failure) =>
      log("info", "A task was not cancelled.", { reason: reason(failure) }),
    );
    if (options.signal?.aborted) throw new McpError(ErrorCode.RequestTimeout, reason(options.signal.reason));
    if (asked && isAnswer(error)) throw error;
    throw cutOff(error);
  }
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

/** Waits while the server works. A task that needs input sends its questions with the answer to `tasks/result`. */
async function untilAnswerable(
  ask: (method: "tasks/get") => Promise<Result>,
  created: Members,
  { signal, onprogress, timeoutMs }: TaskOptions,
): Promise<void> {
  let [state, changedAt, changes] = ["", performance.now(), 0];
  for (let task: Members = created; task.status === "working"; task = await ask("tasks/get")) {
    const message = typeof task.statusMessage === "string" ? task.statusMessage : undefined;
    const now = JSON.stringify([message, task.lastUpdatedAt]);
    if (now !== state) {
      [state, changedAt] = [now, performance.now()];
      onprogress?.({ progress: ++changes, ...(message ? { message } : {}) });
    } else if (performance.now() - changedAt > timeoutMs)
      throw new McpError(ErrorCode.RequestTimeout, "Request timed out");
    await sleep(pauseOf(task.pollInterval), signal);
    signal?.throwIfAborted();
  }
}

function pauseOf(pollInterval: unknown): number {
  const asked = typeof pollInterval === "number" ? pollInterval : POLL_MS.default;
  return Math.min(POLL_MS.max, Math.max(POLL_MS.min, asked));
}

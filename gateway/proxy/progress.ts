import type { Progress } from "@modelcontextprotocol/sdk/types.js";

type Send = (progress: Progress) => void;

/** So little that the tool's next report is still greater, however fine its steps are. */
const SLIVER = 1e-6;

/**
 * What the client of one call hears while it waits: our own words, again and again, then the tool's reports. MCP wants a number
 * that only grows, so the tool's numbers are counted on from ours. For a client that asked for no progress it does nothing.
 */
export class CallProgress {
  #message = "";
  #said = 0;
  #last = 0;
  #toolBegan = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: Send | undefined,
    private readonly everyMs: number,
  ) {}

  /** Says this now, and again whenever nothing else was said for a while. */
  say(message: string): void {
    this.#message = message;
    this.#tick();
    this.#timer ??= setInterval(() => this.#tick(), this.everyMs);
    this.#timer.refresh();
  }

  /** Passes on what the tool reports. */
  forward = (report: Progress): void => {
    this.#toolBegan = true;
    this.#timer?.refresh();
    const total = report.total === undefined ? {} : { total: this.#said + report.total };
    this.#tell({ ...report, progress: this.#said + report.progress, ...total });
  };

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (!this.#toolBegan) this.#said++;
    const progress = this.#toolBegan ? this.#last + SLIVER : this.#said;
    this.#tell({ progress, message: this.#message });
  }

  #tell(progress: Progress): void {
    this.#last = progress.progress;
    this.send?.(progress);
  }
}

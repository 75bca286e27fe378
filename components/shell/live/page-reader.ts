import { ANSWER_MS, EVERY_MS } from "./changes-reader";

// Random spread, so that browsers do not all read after one change.
const SPREAD_MS = 200;

/**
 * Refreshes the page: first at once, then together once the pending read ends. A hidden page waits
 * until visible.
 */
export class PageReader {
  private began = Number.NEGATIVE_INFINITY;
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly read: () => void) {}

  ask(): void {
    if (this.timer === undefined) this.plan();
  }

  /** No read is pending. */
  came(): void {
    this.busy = false;
    if (this.timer !== undefined) this.plan();
  }

  close(): void {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.plan);
  }

  private readonly plan = (): void => {
    clearTimeout(this.timer);
    const next = this.began + (this.busy ? ANSWER_MS : EVERY_MS);
    const wait = Math.max(0, next - performance.now()) + Math.random() * SPREAD_MS;
    this.timer = setTimeout(() => this.turn(), wait);
  };

  private turn(): void {
    if (document.visibilityState === "hidden") {
      document.addEventListener("visibilitychange", this.plan, { once: true });
      return;
    }
    this.timer = undefined;
    this.began = performance.now();
    this.busy = true;
    this.read();
  }
}

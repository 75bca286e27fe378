// A queue that delays excess work instead of refusing it. Groups take turns, so that one group
// cannot block the others.

/** Null when it is the caller's turn; seconds until there is room if the queue is full. */
type Turn = number | null;

type Waiting = (turn: Turn) => void;

type LaneLimits = {
  everyMs: number;
  waitingMax: number;
  groupMax: number;
};

/** Admits one at a time, with a pause before each. */
export class SlowLane {
  readonly #lines = new Map<string, Waiting[]>();
  readonly #limits: LaneLimits;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Resolves at the caller's turn, or at once if the queue is full. */
  async enter(group: string): Promise<Turn> {
    const { everyMs, waitingMax, groupMax } = this.#limits;
    const line = this.#lines.get(group) ?? [];
    if (line.length >= groupMax) return this.#fullFor();
    // The group with most entries gives up a place for smaller groups.
    if (this.#size >= waitingMax && !this.#dropFromLongerThan(line.length + 1)) return this.#fullFor();
    this.#lines.set(group, line);
    this.#size += 1;
    this.#timer ??= setTimeout(() => this.#next(), everyMs);
    return new Promise((resolve) => line.push(resolve));
  }

  #next(): void {
    const [group, line] = this.#lines.entries().next().value ?? [];
    this.#timer = undefined;
    if (group === undefined || line === undefined) return;
    this.#lines.delete(group);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(group, line);
    this.#size -= 1;
    if (this.#size > 0) this.#timer = setTimeout(() => this.#next(), this.#limits.everyMs);
    first?.(null);
  }

  #dropFromLongerThan(length: number): boolean {
    const longest = [...this.#lines.values()].reduce<Waiting[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    );
    if (longest.length <= length) return false;
    longest.pop()?.(this.#fullFor());
    this.#size -= 1;
    return true;
  }

  #fullFor(): number {
    return Math.max(1, Math.ceil((this.#size * this.#limits.everyMs) / 1_000));
  }
}

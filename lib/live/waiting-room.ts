import { log } from "@/lib/core/log";
import { liveHub } from "./hub";

/** Detects unannounced changes for all waiters of one kind in one statement. */
export type Watch<S> = {
  name: string;
  /** Indexes of waiters that should read again. */
  moved: (seen: readonly S[]) => Promise<readonly number[]>;
};

type Waiter<S> = { seen: S; notice: () => void };

// Without a LISTEN connection it checks at every beat; with one at every tenth, for lost
// notifications.
const BEAT_MS = 1_000;
const BEATS_CONNECTED = 10;

class WaitingRoom<S> {
  private readonly present = new Set<Waiter<S>>();
  private beats: NodeJS.Timeout | undefined;
  private beatsSinceLook = 0;
  private looking = false;
  private again = false;
  private stopListening: Promise<() => void> | undefined;

  constructor(private readonly watch: Watch<S>) {}

  /** Returns a function to leave. */
  enter(waiter: Waiter<S>): () => void {
    this.present.add(waiter);
    if (this.present.size === 1) this.open();
    return () => {
      if (this.present.delete(waiter) && this.present.size === 0) this.close();
    };
  }

  private open(): void {
    this.beatsSinceLook = 0;
    this.beats = setInterval(() => this.beat(), BEAT_MS).unref();
    this.stopListening = liveHub().subscribe({ reset: () => void this.look() });
  }

  private close(): void {
    clearInterval(this.beats);
    void this.stopListening?.then((stop) => stop());
  }

  private beat(): void {
    this.beatsSinceLook += 1;
    if (this.beatsSinceLook >= (liveHub().connected ? BEATS_CONNECTED : 1)) void this.look();
  }

  /** One check at a time; requests during a check start another. */
  private async look(): Promise<void> {
    this.again = this.looking;
    if (this.looking) return;
    this.looking = true;
    this.beatsSinceLook = 0;
    const waiting = [...this.present];
    try {
      for (const at of await this.watch.moved(waiting.map(({ seen }) => seen))) waiting[at]?.notice();
    } catch (error) {
      // They keep waiting for the next beat.
      log().warn({ err: error }, `it could not be seen which ${this.watch.name} changed`);
    } finally {
      this.looking = false;
    }
    if (this.again) await this.look();
  }
}

// One per name and process, even if a bundler loads this module twice.
const store = globalThis as { countersignRooms?: Map<string, WaitingRoom<never>> };
store.countersignRooms ??= new Map();
const rooms = store.countersignRooms;

export function waitingRoom<S>(watch: Watch<S>): Pick<WaitingRoom<S>, "enter"> {
  const open = rooms.get(watch.name) as WaitingRoom<S> | undefined;
  if (open) return open;
  const room = new WaitingRoom(watch);
  rooms.set(watch.name, room as unknown as WaitingRoom<never>);
  return room;
}

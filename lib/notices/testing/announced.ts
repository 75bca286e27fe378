import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { announce, type LiveEvent } from "@/lib/live/announce";
import { liveHub } from "@/lib/live/hub";

const system = systemScope("tests");

export async function announcedWhile(work: () => Promise<unknown>): Promise<Omit<LiveEvent, "seq">[]> {
  const heard: LiveEvent[] = [];
  let wake: () => void = () => undefined;
  const stop = await liveHub().subscribe({
    event: (event) => {
      heard.push(event);
      wake();
    },
  });
  // Announcements arrive in commit order, so earlier ones come before the mark.
  const mark = async () => {
    const id = newId();
    await ingest(system, (tx) => announce(tx, "presence", NO_TENANT, id));
    while (!heard.some((event) => event.id === id)) await new Promise<void>((resolve) => (wake = resolve));
    return id;
  };
  const [from, to] = [await mark(), await work().then(mark)];
  stop();
  const place = (id: string) => heard.findIndex((event) => event.id === id);
  return heard.slice(place(from) + 1, place(to)).map(({ seq: _, ...event }) => event);
}

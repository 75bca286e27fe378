import { FILLS } from "@/components/ui/chart/tones";
import { counted } from "@/components/words/counts";
import { OUTLOOKS } from "@/components/words/intents";
import { outlookOf } from "@/lib/intents/map/rules";
import { type MappedIntent, OUTLOOK_ORDER } from "@/lib/intents/map/types";

/** What the colours mean, with how many intents have each. */
export function MapKey({ intents }: { intents: readonly MappedIntent[] }) {
  const outlooks = intents.map(outlookOf);
  return (
    <ul aria-label="Colours of the map" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-fg-muted">
      {OUTLOOK_ORDER.map((outlook) => {
        const count = outlooks.filter((one) => one === outlook).length;
        const { tone, says } = OUTLOOKS[outlook];
        return (
          count > 0 && (
            <li key={outlook} className="inline-flex items-center gap-1.5">
              <svg aria-hidden width="10" height="10">
                <circle cx="5" cy="5" r="4.5" className={FILLS[tone]} />
              </svg>
              {`${counted(count, "intent")} ${says}`}
            </li>
          )
        );
      })}
    </ul>
  );
}

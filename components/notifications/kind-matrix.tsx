import { Checkbox } from "@/components/ui/checkbox";
import { CHANNEL_WORDS, KIND_WORDS } from "@/components/words/notifications";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/notices/types";
import { type NotificationChoices, PERSONAL_CHANNELS, type PersonalChannel } from "@/lib/notifications/types";

/** Kind × channel, each a checkbox with its whole name. On phones one block per kind. */
export function KindMatrix({
  channels,
  onChange,
}: {
  channels: NotificationChoices["channels"];
  onChange: (turn: { kind: NoticeKind; channel: PersonalChannel; on: boolean }) => void;
}) {
  return (
    <div className="flex flex-col">
      <ul aria-label="Kinds of notifications" className="flex flex-col">
        {NOTICE_KINDS.map((kind) => (
          <li
            key={kind}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-border py-2.5 not-first:border-t first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium text-sm">{KIND_WORDS[kind].name}</p>
              <p className="text-fg-muted text-xs">{KIND_WORDS[kind].says}</p>
            </div>
            <fieldset className="flex flex-wrap gap-x-5">
              <legend className="sr-only">{KIND_WORDS[kind].name}</legend>
              {PERSONAL_CHANNELS.map((channel) => (
                <Checkbox
                  key={channel}
                  label={CHANNEL_WORDS[channel]}
                  checked={channels[kind].includes(channel)}
                  onChange={(event) => onChange({ kind, channel, on: event.target.checked })}
                />
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </div>
  );
}

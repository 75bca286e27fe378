"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { SelectField } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { setSlackUpTo } from "@/lib/channels/slack/actions";
import { SLACK_UP_TO, type SlackTenant } from "@/lib/channels/slack/types";

const WORDS: Readonly<Record<(typeof SLACK_UP_TO)[number], string>> = {
  low: "Low risk",
  medium: "Up to medium risk",
  high: "Up to high risk (high: reject only)",
};

/** Up to which risk the calls of a tenant are decided in Slack. Saved when it is chosen. */
export function UpTo({ tenant: { key, name, upTo } }: { tenant: SlackTenant }) {
  const router = useRouter();
  const act = useAct(setSlackUpTo, { onDone: () => router.refresh() });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">
        <Untrusted>{name}</Untrusted>
      </span>
      <span className="basis-72 max-sm:basis-full">
        <SelectField
          key={upTo ?? "none"}
          id={`up-to-${key}`}
          name="upTo"
          label={`Decide in Slack: ${name}`}
          hideLabel
          defaultValue={upTo ?? ""}
          disabled={act.pending}
          onChange={({ target }) =>
            void act.run({ tenant: key, upTo: SLACK_UP_TO.find((risk) => risk === target.value) ?? null })
          }
        >
          <option value="">Nothing: messages link to the page</option>
          {SLACK_UP_TO.map((risk) => (
            <option key={risk} value={risk}>
              {WORDS[risk]}
            </option>
          ))}
        </SelectField>
        <span role="status" className="text-fg-muted text-xs">
          {act.pending ? "Saving…" : ""}
        </span>
      </span>
      {act.problem && (
        <div className="basis-full">
          <ActNotice problem={act.problem} />
        </div>
      )}
    </li>
  );
}

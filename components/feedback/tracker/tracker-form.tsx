"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { TRACKER_URL_MAX } from "@/lib/feedback/triage/types";
import { useTriage } from "../triage/use-triage";

type Issue = { id: string; ref: string; seen: string };

/** Links the issue to an item of any tracker, or removes the link. Either can be undone. */
export function TrackerForm({ issue, linked }: { issue: Issue; linked: boolean }) {
  const { act, pending, problem } = useTriage(issue);
  const [url, setUrl] = useState("");
  if (linked)
    return (
      <div className="flex flex-col items-start gap-2">
        <Button
          icon="unlink"
          pending={pending}
          onClick={() => void act({ verb: "track", url: null })}
          className="max-sm:min-h-12"
        >
          Remove the link
        </Button>
        <ActNotice problem={problem} />
      </div>
    );
  const link = async () => {
    if (await act({ verb: "track", url: url.trim() })) setUrl("");
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (url.trim() !== "" && !pending) void link();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-60 max-w-[40rem] grow">
          <TextField
            name="tracker"
            type="url"
            label="Address of an item in your tracker"
            placeholder="https://github.com/acme/crm/issues/12"
            value={url}
            required
            maxLength={TRACKER_URL_MAX}
            onChange={({ target }) => setUrl(target.value)}
          />
        </div>
        <Button type="submit" icon="link" pending={pending} className="max-sm:min-h-12">
          Link
        </Button>
      </div>
      <ActNotice problem={problem} />
    </form>
  );
}

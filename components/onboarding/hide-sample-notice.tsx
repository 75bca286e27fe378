"use client";

import { SAMPLE_NOTICE_COOKIE } from "@/components/shell/preference-cookies";
import { IconButton } from "@/components/ui/button";
import { rememberInCookie } from "@/components/ui/set-cookie";

/** Hides the line about sample data in this browser, at once and on later pages. */
export function HideSampleNotice() {
  return (
    <IconButton
      icon="x"
      size="sm"
      label="Hide the note about sample data"
      onClick={({ currentTarget }) => {
        rememberInCookie(SAMPLE_NOTICE_COOKIE, "hidden");
        const notice = currentTarget.closest<HTMLElement>("[data-sample-notice]");
        if (notice) notice.hidden = true;
      }}
      className="ml-auto"
    />
  );
}

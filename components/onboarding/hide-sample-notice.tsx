"use client";

import { useState } from "react";
import { SAMPLE_NOTICE_COOKIE } from "@/components/shell/preference-cookies";
import { IconButton } from "@/components/ui/button";
import { rememberInCookie } from "@/components/ui/set-cookie";

/** Hides the line about sample data in this browser, at once and on later pages. */
export function HideSampleNotice() {
  const [hidden, setHidden] = useState(false);
  if (hidden) return <style>{"[data-sample-notice] { display: none; }"}</style>;
  return (
    <IconButton
      icon="x"
      size="sm"
      label="Hide the note about sample data"
      onClick={() => {
        rememberInCookie(SAMPLE_NOTICE_COOKIE, "hidden");
        setHidden(true);
      }}
      className="ml-auto"
    />
  );
}

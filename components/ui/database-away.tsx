"use client";

import { useEffect } from "react";
import { buttonLook } from "./button-look";

const RETRY_MS = 3_000;
// Responds without a body as soon as the server and its database do.
const READABLE_URL = "/api/live";

/** Shown while the database is away. Refreshes once it is back. */
export function DatabaseAway() {
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch(READABLE_URL, { headers: { accept: "text/plain" } }).catch(() => null);
      if (answer && answer.status < 500) location.reload();
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="alert" className="mx-auto max-w-[30rem] px-6 py-14">
      <h1 className="text-xl">The database is not available</h1>
      <p className="mt-2 text-fg-muted">
        Countersign itself runs. Nothing was changed, and no decision was recorded. This page retries every
        few seconds until the database answers.
      </p>
      <button type="button" onClick={() => location.reload()} className={buttonLook("primary", "md", "mt-6")}>
        Try again now
      </button>
    </div>
  );
}

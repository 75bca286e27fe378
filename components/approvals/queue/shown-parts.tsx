"use client";

import { followingPart, loadAhead } from "@/components/ui/lazy-part";

// The server renders the lists, and their links work without scripts. The code that drives them
// loads right after the page.
const loadPanes = () => import("./queue-pane");

loadAhead(loadPanes);

/** The list of calls. */
export const QueuePane = followingPart(() => loadPanes().then((part) => part.QueuePane));

/** Of the brief: its button works a moment after the page. */
export const RejectRepeated = followingPart(() =>
  import("./reject-repeated").then((part) => part.RejectRepeated),
);

"use client";

import { followingPart, loadAhead } from "@/components/ui/lazy-part";

// The server draws the lists from their data, and their links lead on by themselves: what drives them comes right after the page.
const loadPanes = () => import("./queue-pane");

loadAhead(loadPanes);

/** The list of calls. */
export const QueuePane = followingPart(() => loadPanes().then((part) => part.QueuePane));

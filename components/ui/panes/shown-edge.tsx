"use client";

import { followingPart } from "../lazy-part";

/** The movable edge: its code loads after the page. */
export const SplitEdge = followingPart(() => import("./split-edge").then((part) => part.SplitEdge));

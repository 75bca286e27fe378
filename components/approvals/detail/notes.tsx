"use client";

import { followingPart } from "@/components/ui/lazy-part";

/** Loads after the page, whose scripts have a budget. */
export const NotePart = followingPart(() => import("./note-box").then((part) => part.NotePart));

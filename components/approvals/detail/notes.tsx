"use client";

import { followingPart } from "@/components/ui/lazy-part";

// Loads after the page, whose scripts have a budget.
const load = () => import("./note-box");

export const NoteBox = followingPart(() => load().then((part) => part.NoteBox));

export const DeleteNote = followingPart(() => load().then((part) => part.DeleteNote));

export const NotesSeen = followingPart(() => load().then((part) => part.NotesSeen));

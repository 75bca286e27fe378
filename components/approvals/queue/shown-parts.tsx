"use client";

import { lazy } from "react";

// Parts of the list that most visits do not show. The server draws them; a browser loads what drives them only then.

export const DecidedTable = lazy(async () => ({ default: (await import("./decided-table")).DecidedTable }));
export const SavedView = lazy(async () => ({ default: (await import("../saved/saved-view")).SavedView }));
export const SaveView = lazy(async () => ({ default: (await import("../saved/saved-view")).SaveView }));

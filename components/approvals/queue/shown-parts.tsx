"use client";

import { type ComponentProps, lazy } from "react";

// Parts of the list that most visits do not show. The server draws them; a browser loads what drives them only then.
// Each export is a component around the lazy one: React refuses a lazy component that reaches it as a client reference.

const Past = lazy(async () => ({ default: (await import("./past-calls")).PastCalls }));
const Saved = lazy(async () => ({ default: (await import("./saved-view")).SavedView }));
const Save = lazy(async () => ({ default: (await import("./saved-view")).SaveView }));

export const PastCalls = (props: ComponentProps<typeof Past>) => <Past {...props} />;
export const SavedView = (props: ComponentProps<typeof Saved>) => <Saved {...props} />;
export const SaveView = (props: ComponentProps<typeof Save>) => <Save {...props} />;

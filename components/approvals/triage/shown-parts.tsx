"use client";

import { type ComponentProps, lazy } from "react";

// Most calls go well: a browser loads what drives these only for one that did not. As in ../queue/shown-parts.
const Control = lazy(async () => ({ default: (await import("./acknowledge-control")).AcknowledgeControl }));

export const AcknowledgeControl = (props: ComponentProps<typeof Control>) => <Control {...props} />;

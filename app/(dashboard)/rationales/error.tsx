"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The calls could not be read");

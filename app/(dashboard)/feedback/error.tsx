"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The feedback could not be read");

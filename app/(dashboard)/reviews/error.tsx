"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The reviews could not be read");

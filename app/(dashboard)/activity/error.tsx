"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The activity could not be read");

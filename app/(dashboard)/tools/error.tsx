"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The tools could not be read");

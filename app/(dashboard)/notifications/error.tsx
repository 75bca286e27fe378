"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The notifications could not be read");

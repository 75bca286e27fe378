"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The policies could not be read");

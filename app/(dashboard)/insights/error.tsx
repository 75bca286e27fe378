"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The insights could not be read");

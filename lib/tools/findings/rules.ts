import type { FindingKey } from "./types";

export const muteKey = ({ code, pointer }: Pick<FindingKey, "code" | "pointer">): string =>
  `${code} ${pointer}`;

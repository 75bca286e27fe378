type Options = { secret: string; anew?: boolean; note?: (line: string) => void };
export function migrate(ownerUrl: string, options: Options): Promise<{ applied: string[]; appUrl: string }>;

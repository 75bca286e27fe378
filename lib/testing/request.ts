// The request that Next would provide to actions and pages; everything behind it is real. For tests it is in the place of
// next/headers (vitest.config.ts).

export const request = { headers: new Headers(), cookies: new Map<string, string>() };

/** Lets the next action be called with these headers and cookies. */
export function setRequest(headers: Record<string, string>, cookies: Record<string, string>): void {
  request.headers = new Headers(headers);
  request.cookies = new Map(Object.entries(cookies));
}

export async function headers(): Promise<Headers> {
  return request.headers;
}

export async function cookies() {
  return {
    get: (name: string) => {
      const value = request.cookies.get(name);
      return value === undefined ? undefined : { value };
    },
    set: ({ name, value }: { name: string; value: string }) => request.cookies.set(name, value),
  };
}

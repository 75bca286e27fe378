// Replaces next/headers in tests (vitest.config.ts): the request that Next would provide to actions
// and pages. Everything else is real.

export const request = { headers: new Headers(), cookies: new Map<string, string>() };

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

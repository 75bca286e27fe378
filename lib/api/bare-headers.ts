/** Security headers of API answers, which no browser should render, frame or share. */
export const BARE_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
];

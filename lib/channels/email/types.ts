/** `starttls` refuses to go on without TLS; `tls` is TLS from the start; `none` is for a server in the same network. */
export const MAIL_SECURITY = ["starttls", "tls", "none"] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

export const MAIL_PORTS: Readonly<Record<MailSecurity, number>> = { starttls: 587, tls: 465, none: 25 };

/** The stored form: a password only with a user. */
export type MailServer = {
  host: string;
  port: number;
  security: MailSecurity;
  user: string | null;
  password: string | null;
  /** `address`, or `Name <address>`. */
  from: string;
};

/** The mail server in force. The environment may name any host, a stored one is held to CALLBACK_ALLOW_CIDRS. */
export type MailInForce =
  | { kind: "set"; server: MailServer; source: "environment" | "stored" }
  | { kind: "unset" }
  | { kind: "unreadable" };

/** What the settings page shows. */
export type MailFacts = {
  server: Omit<MailServer, "password"> | null;
  hasPassword: boolean;
  source: "environment" | "stored" | "none" | "unreadable";
  changedAt: Date | null;
  changedByName: string | null;
  /** Whether a stored server waits for the environment's to go. */
  isOverridden: boolean;
};

/** Why a mail server did not take something. `at`: the step that failed. */
export type MailProblem = {
  words: string;
  at: "server" | "recipient" | "message";
  /** The reply's code; null without a reply. */
  code: number | null;
  /** The same will be refused again. */
  isPermanent: boolean;
};

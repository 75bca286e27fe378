/** A member's name without case and separators: `Reply-To` and `reply_to` are `replyto`. */
export const plainName = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, "");

/** What the recognisers know of the call besides its arguments. */
export type CallHints = {
  tool: string;
  provider: string | null;
  /** Descriptions of the top-level arguments, by name. */
  descriptions: ReadonlyMap<string, string>;
};

export const MAIL_NAME = /e?-?mail|smtp|outlook|resend|sendgrid|postmark|mailgun/i;

export const DATABASE_NAME =
  /sql|postgres|database|\bdb\b|_db_|maria|oracle|bigquery|snowflake|duckdb|clickhouse|redshift|supabase/i;

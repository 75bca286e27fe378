import "server-only";
import dns from "node:dns";
import { isIP } from "node:net";
import nodemailer, { type NodemailerError } from "nodemailer";
import { judgeAddress } from "@/lib/core/addresses";
import { SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { revealedText } from "@/lib/core/text/reveal";
import type { MailInForce, MailProblem, MailServer } from "./types";

// One connection per mail: it is over before the delivery's lease ends, and nothing is repeated unseen.

const CONNECT_MS_MAX = 8 * SECOND_MS;
/** Silence of the server after which an attempt ends. */
const SILENCE_MS_MAX = 10 * SECOND_MS;
/** A whole attempt; shorter than the lease of a delivery. */
const MAIL_MS_MAX = 20 * SECOND_MS;
const REPLY_CHARACTERS = 300;

type Settled = Extract<MailInForce, { kind: "set" }>;

export type SmtpOptions = {
  /** Ranges that a stored server may be in, besides public addresses. */
  allow: readonly string[];
  resolve?: (hostname: string) => Promise<dns.LookupAddress[]>;
  /** An authority to trust besides the system's, as PEM. */
  ca?: string;
};

/** A mail for one recipient, ready to be sent. */
export type OutgoingMail = {
  to: string;
  messageId: string;
  /** Message-IDs of the thread, oldest first. */
  references: string[];
  inReplyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/**
 * Sends one mail.
 * @returns the server's reply, or why it did not take the mail
 */
export async function sendMail(
  { server, source }: Settled,
  { to, ...mail }: OutgoingMail,
  { signal, ...options }: SmtpOptions & { signal: AbortSignal },
): Promise<{ reply: string } | MailProblem> {
  const at = await addressOf(server, source, options);
  if ("words" in at) return at;
  const clock = AbortSignal.timeout(MAIL_MS_MAX);
  const transport = openTransport(server, at.host, options.ca);
  try {
    const { response = "" } = await transport.sendMail({
      ...mail,
      from: server.from,
      to: { address: to, name: "" },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([clock, signal]),
    });
    return { reply: shownReply(response) };
  } catch (error) {
    if (signal.aborted) return failed("The worker stopped before the mail server had taken the mail.");
    return problemOf(error as NodemailerError, server);
  } finally {
    transport.close();
  }
}

/**
 * Connects, says EHLO and signs in, without a mail.
 * @returns why that fails; null if it works
 */
export async function checkMailServer(
  { server, source }: Settled,
  options: SmtpOptions,
): Promise<MailProblem | null> {
  const at = await addressOf(server, source, options);
  if ("words" in at) return at;
  const transport = openTransport(server, at.host, options.ca);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return problemOf(error as NodemailerError, server);
  } finally {
    transport.close();
  }
}

function openTransport({ host, port, security, user, password }: MailServer, address: string, ca?: string) {
  return nodemailer.createTransport({
    host: address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    name: new URL(env().PUBLIC_URL).hostname,
    tls: { ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca ? { ca } : {}), minVersion: "TLSv1.2" },
    ...(user === null ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    // A hanging server must not keep the process from its end.
    socketCloseTimeout: 0,
  });
}

/** Where to connect. The environment is the operator's word; a stored host is held to the rules of callbacks. */
async function addressOf(
  { host }: MailServer,
  source: Settled["source"],
  { allow, resolve = (name) => dns.promises.lookup(name, { all: true }) }: SmtpOptions,
): Promise<{ host: string } | MailProblem> {
  if (source === "environment") return { host };
  try {
    const found = isIP(host) === 0 ? (await resolve(host)).map(({ address }) => address) : [host];
    const verdicts = found.map((address) => ({ address, verdict: judgeAddress(address, allow) }));
    const open = verdicts.find(({ verdict }) => verdict.kind !== "refused");
    if (open) return { host: open.address };
    const [first] = verdicts.flatMap(({ verdict }) => (verdict.kind === "refused" ? [verdict.why] : []));
    return failed(
      `The mail server may not be called: ${first ?? "it has no address"}. Nothing was sent; open its range with CALLBACK_ALLOW_CIDRS, or set SMTP_URL instead.`,
    );
  } catch {
    return failed(`The mail server’s name ${host} is not known to the resolver. Nothing was sent.`);
  }
}

const failed = (words: string): MailProblem => ({ words, at: "server", code: null, isPermanent: false });

/** Errors of network and TLS by Node's code or, after STARTTLS, by OpenSSL's words; `at` is host and port. */
const NETWORK: readonly (readonly [RegExp, (at: string) => string])[] = [
  [/ECONNREFUSED/, (at) => `Nothing listens at ${at}. Nothing was sent; check host and port.`],
  [
    /ENOTFOUND|EAI_AGAIN|EDNS/,
    (at) => `The host name in ${at} is not known to the resolver. Nothing was sent.`,
  ],
  [/EHOSTUNREACH|ENETUNREACH/, (at) => `There is no route to ${at}. Nothing was sent.`],
  [
    /CERT_HAS_EXPIRED|certificate has expired/,
    (at) => `The TLS certificate of ${at} has expired. Nothing was sent; renew it on the server.`,
  ],
  [
    /SELF_SIGNED_CERT_IN_CHAIN|self-signed certificate in certificate chain/,
    (at) =>
      `The TLS certificate of ${at} is from an authority that is not trusted here. Nothing was sent; name the authority’s file in NODE_EXTRA_CA_CERTS.`,
  ],
  [
    /DEPTH_ZERO_SELF_SIGNED_CERT|self-signed certificate/,
    (at) =>
      `The TLS certificate of ${at} is self-signed. Nothing was sent; name its file in NODE_EXTRA_CA_CERTS.`,
  ],
  [
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE|unable to verify the first certificate|UNABLE_TO_GET_ISSUER_CERT/,
    (at) =>
      `The certificate chain of ${at} is incomplete or not trusted here. Nothing was sent; complete it on the server, or use NODE_EXTRA_CA_CERTS.`,
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/,
    (at) =>
      `The TLS certificate of ${at} is for another name. Nothing was sent; use the name in the certificate.`,
  ],
  [
    /WRONG_VERSION_NUMBER|wrong version number/i,
    (at) =>
      `${at} does not speak TLS from the start. Nothing was sent; choose STARTTLS, which is usual on port 587.`,
  ],
];

function problemOf(error: NodemailerError, server: MailServer): MailProblem {
  const { code, command = "", responseCode = null, permanent: isPermanent = false } = error;
  const at = `${server.host}:${server.port}`;
  const quoted = error.response ? ` It answered: ${shownReply(error.response)}` : "";
  const told = (words: string, step: MailProblem["at"] = "server"): MailProblem => ({
    words: `${words}${quoted}`,
    at: step,
    code: responseCode,
    isPermanent: isPermanent && step !== "server",
  });
  const said = `${error.originalCode} ${code} ${error.response ? "" : error.message}`;
  const network = NETWORK.find(([pattern]) => pattern.test(said));
  if (network) return told(network[1](at));
  if (code === "ETIMEDOUT") return told(`${at} did not answer in time.`);
  if (code === "EABORT") return told(`${at} did not take the mail within ${MAIL_MS_MAX / SECOND_MS} s.`);
  if (code === "ETLS" && responseCode !== null)
    return told(
      `${at} offers no STARTTLS. Nothing was sent; use a port with TLS, or none in your own network.`,
    );
  if (code === "ETLS") return told(`TLS with ${at} failed: ${shownReply(error.message)}.`);
  if (code === "EAUTH" || code === "ENOAUTH")
    return told(`${at} refused the user name or the password. Nothing was sent.`);
  if (command === "RCPT TO") return told("The mail server refused the recipient.", "recipient");
  if (command === "MAIL FROM") return told(`The mail server refused the sender ${server.from}.`);
  if (command === "DATA") return told("The mail server refused this mail.", "message");
  if (code === "ECONNECTION" || code === "ESOCKET")
    return told(
      `The connection to ${at} was cut off. The mail may have arrived; it is sent again with the same Message-ID.`,
    );
  return told(`The mail could not be sent: ${shownReply(error.message)}.`);
}

/** Replies are the server's text: on one line, cut. */
function shownReply(text: string): string {
  const shown = revealedText(text.replaceAll(/\s+/g, " ").trim());
  return shown.length > REPLY_CHARACTERS ? `${shown.slice(0, REPLY_CHARACTERS).toWellFormed()}…` : shown;
}

import { createRequire } from 'node:module';
import type * as Nodemailer from 'nodemailer';
import type { Mail, MailCarrier } from './mail.ts';

interface SmtpOptions {
  /** `smtp://` (with STARTTLS where the server has it) or `smtps://`; may hold user and password. */
  readonly url: string;
  /** The address of the sender, may be with a name: `Hub <hub@example.org>`. */
  readonly from: string;
  readonly timing: {
    readonly mailConnectMs: number;
    /** The longest that the server may say nothing. */
    readonly mailSilenceMs: number;
  };
}

/** Hands mails to an SMTP server. A password never goes over a line without TLS, but within this machine. */
export function createSmtpCarrier({ url, from, timing }: SmtpOptions): MailCarrier {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  // Loaded here: a hub that sends no mail need not wait for it when it starts.
  const { createTransport } = createRequire(import.meta.url)('nodemailer') as typeof Nodemailer;
  const transport = createTransport({
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: username !== '' && !isSecure && !isLocal,
    // Within a machine a certificate would be its own, and protect nothing.
    ignoreTLS: isLocal && !isSecure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timing.mailConnectMs,
    greetingTimeout: timing.mailConnectMs,
    socketTimeout: timing.mailSilenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }: Mail) {
      // Text in quoted-printable would break the link; an object is not parsed as a list of addresses.
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        textEncoding: 'base64',
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it came, and who it was brought to. */
interface ReceivedMail {
  readonly to: readonly string[];
  readonly message: Email;
  /** Without the line ends that mail adds. */
  readonly text: string;
}

/** A real SMTP server on a free port. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** The next mail to this address, also when it came already. */
  next(to: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const read = new Set<ReceivedMail>();
  const arrivals = new EventEmitter().setMaxListeners(0);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData(stream, session, done) {
      const take = async (): Promise<void> => {
        const message = await PostalMime.parse(await buffer(stream));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, message, text: (message.text ?? '').replaceAll('\r\n', '\n') });
        arrivals.emit('mail');
        done();
      };
      void take();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next(to) {
      for (;;) {
        const mail = received.find((one) => one.to.includes(to) && !read.has(one));
        if (mail !== undefined) {
          read.add(mail);
          return mail;
        }
        await once(arrivals, 'mail', { signal: AbortSignal.timeout(10_000) });
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

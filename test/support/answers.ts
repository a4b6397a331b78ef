import { request, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import type { TestApp } from './create-test-app.ts';

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a body, of JSON unless the headers say something else. */
export function postBytes(
  hub: Pick<TestApp, 'url'>,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const sent = request(
      hub.url + path,
      { method: 'POST', headers: { 'Content-Length': bytes.length, ...headers } },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(pieces).toString('latin1'),
          }),
        );
      },
    );
    sent.on('error', reject).end(bytes);
  });
}

/** The answer without what no two answers share. */
export function comparable({ status, headers, body }: Answer): unknown {
  const { date, 'x-request-id': id, ratelimit, ...others } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(date).toBeDefined();
  return { status, body, headers: others, remaining: String(ratelimit).replace(/;t=\d+$/, '') };
}

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { ShapeViolation } from './shape-violation.ts';
import { NAMED } from './tell-violations.ts';
import type { CheckProgress } from './validate-shapes.ts';

/** What a thread tells of its check: what it begins with, or what it has found. */
type CheckNews = { readonly begins: string } | { readonly found: ShapeViolation };

/** Sends how far a check is; of violations as many as are named, and one more. */
export function reportTo(port: MessagePort): CheckProgress {
  let count = 0;
  const send = (news: CheckNews): void => port.postMessage(news);
  return {
    begins: (rule) => send({ begins: rule }),
    found: (violation) => {
      if (count++ <= NAMED) send({ found: violation });
    },
  };
}

/** How far a check was that has ended: the rule in hand, null before the first one, and what it had found. */
export function readReport(port: MessagePort): {
  readonly rule: string | null;
  readonly violations: readonly ShapeViolation[];
} {
  let rule: string | null = null;
  const violations: ShapeViolation[] = [];
  for (let received = receiveMessageOnPort(port); received !== undefined; received = receiveMessageOnPort(port)) {
    const news = received.message as CheckNews;
    if ('begins' in news) rule = news.begins;
    else violations.push(news.found);
  }
  return { rule, violations };
}

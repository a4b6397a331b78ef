declare module 'kafkajs/src/network/requestQueue/index.js' {
  import type { RequestQueue } from './kafka-queue.ts';

  const queues: { readonly prototype: RequestQueue };
  export default queues;
}

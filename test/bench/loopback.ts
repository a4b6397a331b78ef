/** What it costs to carry bytes over loopback: answers each POST with as many as it asks for, `/?bytes=N`. `loopback.ts PORT`. */
import { createServer } from 'node:http';

const MOST_BYTES = 64 * 1024 * 1024;
const bytes = Buffer.alloc(MOST_BYTES, '<http://example.org/s> <http://example.org/p> "o" .\n');

createServer((request, response) => {
  const length = Number(new URL(request.url!, 'http://localhost').searchParams.get('bytes') ?? 0);
  request.resume().on('end', () => {
    response.setHeader('Content-Length', length);
    response.end(bytes.subarray(0, length));
  });
}).listen(Number(process.argv[2]), '127.0.0.1');

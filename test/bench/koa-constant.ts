/** What HTTP itself costs: a Koa route that parses the body and answers a constant. `koa-constant.ts PORT`. */
import Router from '@koa/router';
import Koa from 'koa';

const router = new Router();
router.post('/api/rdf', async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  JSON.parse(Buffer.concat(chunks).toString());
  ctx.type = 'text/turtle';
  ctx.body = '[] a <https://example.org/Constant> .\n';
});
router.get('/', (ctx) => {
  ctx.body = 'ready';
});
new Koa().use(router.routes()).listen(Number(process.argv[2]), '127.0.0.1');

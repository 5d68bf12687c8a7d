/**
 * A bare fastify server, for the figure `http`: it parses the form and answers what it was told to, once without asking
 * anybody (`/plain`), once after as many statements through `pg` as our own endpoint needs (`/asking`). Told by message.
 */
import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { z } from 'zod';

const order = z.object({
  databaseUrl: z.string(),
  answer: z.string(),
  /** Rows that each statement gives. */
  statements: z.array(z.number().int().min(1)),
});

process.once('message', async message => {
  const { databaseUrl, answer, statements } = order.parse(message);
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const data: unknown = JSON.parse(answer);
  const app = fastify();
  await app.register(formbody);
  app.post('/plain', async () => data);
  app.post('/asking', async () => {
    for (const rows of statements)
      await pool.query('select n, now() as at, n::text as name, $1::text as given from generate_series(1, $2::int) n', [
        'a name',
        rows,
      ]);
    return data;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));

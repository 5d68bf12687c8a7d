/**
 * A bare fastify server, for the figure `http`: it parses the form and answers what it was told to, once without asking
 * anybody (`/plain`), once after the statements of our own endpoint, written by hand, through `pg` (`/asking`). Told by
 * message.
 */
import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { z } from 'zod';

const order = z.object({
  databaseUrl: z.string(),
  answer: z.string(),
  /** Each takes the token. */
  statements: z.array(z.string()),
});

const form = z.object({ token: z.string() });

process.once('message', async message => {
  const { databaseUrl, answer, statements } = order.parse(message);
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const data: unknown = JSON.parse(answer);
  const app = fastify();
  await app.register(formbody);
  app.post('/plain', async () => data);
  app.post('/asking', async request => {
    const { token } = form.parse(request.body);
    for (const text of statements) await pool.query(text, [token]);
    return data;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));

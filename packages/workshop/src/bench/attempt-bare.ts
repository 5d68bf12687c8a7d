/**
 * A bare loop over `pg`, for the figure `attempt`: it sends what a run of the house sent, one unit after the other, and tells
 * what processor time that took of its process. Told by message; the recording is a file.
 */
import { readFileSync } from 'node:fs';
import { Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import { callsIn, type Recording, recordingSchema } from './recorded.ts';

const order = z.object({
  databaseUrl: z.string(),
  file: z.string(),
  /** Units that ended before this are sent, and not measured. */
  from: z.number(),
});

type Unit = Recording['units'][number];

process.once('message', async message => {
  const { databaseUrl, file, from } = order.parse(message);
  const { texts, units, phones } = recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const callOf = new Map<string, string>();
  let [strayed, sent] = [0, 0];

  /** Ids of calls are those of this run. */
  const own = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(own);
    const phone = typeof value === 'string' ? phones[value] : undefined;
    return phone === undefined ? value : callOf.get(phone);
  };

  const send = async (client: PoolClient, { text, values, rows }: Unit['sent'][number]): Promise<void> => {
    const answer = await client.query({ text: texts[text]!, values: values.map(own), rowMode: 'array' });
    for (const [call, phone] of callsIn(answer)) callOf.set(phone, call);
    sent += 1;
    if (rows !== null && answer.rowCount !== rows) strayed += 1;
  };
  const run = async (unit: Unit): Promise<void> => {
    const client = await pool.connect();
    for (const one of unit.sent) await send(client, one);
    client.release();
  };

  for (const unit of units.filter(({ endedOn }) => endedOn < from)) await run(unit);
  process.send?.('warm');
  await new Promise(resolve => process.once('message', resolve));
  const measured = units.filter(({ endedOn }) => endedOn >= from);
  const before = process.cpuUsage();
  for (const unit of measured) await run(unit);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuSeconds: (user + system) / 1e6, sent, strayed });
});
process.once('disconnect', () => process.exit(0));

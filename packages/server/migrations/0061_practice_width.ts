import { type Kysely, sql } from 'kysely';

/** The port of the practice line is as wide as the line: home said 200, a task took 60. One that a person changed stays. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`update port set channels = line.channels from line
    where line.merchant_id = port.merchant_id and line.id = port.line_id and line.practice
      and port.name = '练习网关' and port.channels = 60 and line.channels > 60`.execute(db);
};

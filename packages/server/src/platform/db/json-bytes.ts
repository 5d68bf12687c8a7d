import { type RawBuilder, sql } from 'kysely';

/** JSON as bytes, for a column of JSON. */
export const jsonOfBytes = (json: Uint8Array): RawBuilder<string> =>
  sql<string>`convert_from(${json}::bytea, 'UTF8')::jsonb`;

/** The other way: the driver reads text alone, and ASCII costs it least. {@link bytesOfBase64} reads it. */
export const jsonAsBase64 = (json: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`encode(convert_to((${json})::text, 'UTF8'), 'base64')`;

export const bytesOfBase64 = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

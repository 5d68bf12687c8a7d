/*
 * JSON of some MB that only passes through (from a thread to the database and back): as a string it is decoded, copied and
 * collected in the loop that answers pages, a tenth of a second each time. As bytes it costs a copy.
 */

/** In a buffer of its own. */
export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** @throws SyntaxError */
export const ofJsonBytes = <T>(json: Uint8Array): T => JSON.parse(new TextDecoder().decode(json)) as T;

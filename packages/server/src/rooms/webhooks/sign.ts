import { createHmac, randomBytes } from 'node:crypto';

/** Signed as Standard Webhooks has it (docs/webhooks.md), so that their libraries verify it. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 24;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

export const signedHeaders = (secret: string, { id, at, body }: Signed): Readonly<Record<string, string>> => {
  const seconds = Math.floor(at.getTime() / 1_000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
};

import { randomUUID } from 'node:crypto';
import { type InputOf, type webhookEndpoints, webhookLimits } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { noteTested } from './delivery.store.ts';
import {
  findEndpoint,
  insertEndpoint,
  insertTest,
  lockEndpoints,
  removeEndpoint,
  replay,
  setEnabled,
  setSecret,
  updateEndpoint,
} from './endpoints.store.ts';
import { messageOf } from './outbox.store.ts';
import { sendOne } from './send.ts';
import { newSecret } from './sign.ts';

export const sealContext = (merchantId: string, id: string): string => `webhook endpoint ${merchantId} ${id}`;

const noEndpoint = () => refuse('notFound', { what: 'endpoint' });
export const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** Whether it may be reached is asked when it is sent to: names change. */
const checkAddress = (text: string): void => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw refuse('webhookAddress');
};

interface Shown {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly wholeNumbers: boolean;
}
/** A query may hold a key, and is in no audit. */
const factsOf = ({ name, url, events, wholeNumbers }: Shown): Facts => ({
  name,
  url: url.replace(/[?#].*$/s, ''),
  events: events.join(' '),
  wholeNumbers,
});

/** Where whole numbers go is said by who sees them: nobody else moves such an endpoint elsewhere. */
export const saveEndpoint = async (
  input: InputOf<typeof webhookEndpoints.save>,
  context: SignedInContext,
  secrets: Secrets,
): Promise<{ readonly id: string; readonly secret: string }> => {
  checkAddress(input.url);
  const settings = { ...input, events: [...new Set(input.events)] };
  const { id: wanted, ...row } = settings;
  return await context.db.transaction(async tx => {
    const count = await lockEndpoints(tx);
    const before = wanted === undefined ? null : await findEndpoint(tx, wanted);
    if (before === undefined) throw noEndpoint();
    if ((input.wholeNumbers || before?.wholeNumbers) && !seesPhones(context)) throw refuse('webhookWholeNumbers');
    if (before === null && count >= webhookLimits.endpoints)
      throw refuse('webhooksFull', { most: webhookLimits.endpoints });
    if (before !== null) await updateEndpoint(tx, before.id, row);
    const id = before?.id ?? (await insertEndpoint(tx, row, context.session.employeeId));
    const secret = before === null ? newSecret() : '';
    if (secret !== '') await setSecret(tx, id, secrets.seal(secret, sealContext(tx.merchantId, id)));
    const change = { before: before === null ? undefined : factsOf(before), after: factsOf(row) };
    await recordAudit(tx, { action: 'webhook.save', target: id, name: row.name, ...change }, auditBy(context));
    return { id, secret };
  });
};

export const renewSecret = async (id: string, context: SignedInContext, secrets: Secrets): Promise<string> => {
  const secret = newSecret();
  await context.db.transaction(async tx => {
    await lockEndpoints(tx);
    const row = await findEndpoint(tx, id);
    if (row === undefined) throw noEndpoint();
    await setSecret(tx, id, secrets.seal(secret, sealContext(tx.merchantId, id)));
    const entry = { action: 'webhook.renewSecret', target: id, name: row.name, after: { newKey: true } } as const;
    await recordAudit(tx, entry, auditBy(context));
  });
  return secret;
};

export const enableEndpoint = async (id: string, enabled: boolean, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    await lockEndpoints(tx);
    const row = await findEndpoint(tx, id);
    if (row === undefined) throw noEndpoint();
    await setEnabled(tx, id, enabled);
    const change = { before: { enabled: row.enabled }, after: { enabled } };
    await recordAudit(tx, { action: 'webhook.enable', target: id, name: row.name, ...change }, auditBy(context));
  });
};

export const dropEndpoint = async (id: string, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    await lockEndpoints(tx);
    const row = await findEndpoint(tx, id);
    if (row === undefined) throw noEndpoint();
    await removeEndpoint(tx, id);
    await recordAudit(tx, { action: 'webhook.remove', target: id, before: factsOf(row) }, auditBy(context));
  });
};

export const replayDeliveries = async (
  { endpointId, ids = null }: { readonly endpointId: string; readonly ids?: readonly string[] | null | undefined },
  context: SignedInContext,
): Promise<number> =>
  context.db.transaction(async tx => {
    const row = await findEndpoint(tx, endpointId);
    if (row === undefined) throw noEndpoint();
    const count = await replay(tx, { endpointId, ids, most: webhookLimits.replayed });
    await recordAudit(
      tx,
      { action: 'webhook.replay', target: endpointId, name: row.name, after: { count } },
      auditBy(context),
    );
    return count;
  });

interface TestParts {
  readonly db: UnscopedDb;
  readonly egress: EgressGuard;
  readonly secrets: Secrets;
}

/** Sends a test at once; it stands in the log like any other. An endpoint that is off is tested as well. */
export const testEndpoint = async (id: string, context: SignedInContext, { db, egress, secrets }: TestParts) => {
  const { merchantId } = context.session;
  const row = await findEndpoint(context.db, id);
  if (row === undefined) throw noEndpoint();
  const eventId = randomUUID();
  const body = messageOf(eventId, { event: 'test', at: context.at, data: { from: row.name } });
  const delivery = await insertTest(context.db, { endpointId: id, eventId, body });
  const secret = secrets.open(row.secretSealed, sealContext(merchantId, id));
  const outcome = await sendOne(egress, { url: row.url, secret, eventId, body }, context.at);
  await noteTested(db, { merchantId, id: delivery }, outcome);
  return delivery;
};

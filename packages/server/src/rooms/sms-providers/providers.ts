import { randomBytes } from 'node:crypto';
import { type InputOf, type ProviderSettings, type smsEndpoints, smsProviderLimits } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import {
  countProviders,
  dropProvider,
  findProvider,
  insertProvider,
  type SavedProvider,
  setProviderEnabled,
  setProviderSecret,
  updateProvider,
} from './providers.store.ts';

export const secretContext = (merchantId: string, id: string): string => `sms provider ${merchantId} ${id}`;

const noProvider = () => refuse('notFound', { what: 'smsProvider' });
const CALLBACK_BYTES = 24;
export const newCallback = (): string => randomBytes(CALLBACK_BYTES).toString('base64url');

/** Where it is: a query may hold a key, and is in no audit. */
const placeOf = (settings: ProviderSettings): string => {
  if (settings.kind === 'http') return settings.url.replace(/[?#].*$/s, '');
  return settings.kind === 'smpp' ? `${settings.host}:${settings.port}` : '';
};
const factsOf = ({ name, settings, rank, share, perSecond, enabled }: SavedProvider): Facts => ({
  ...{ name, kind: settings.kind, address: placeOf(settings), rank, share, perSecond, enabled },
});

/** All that its key is sent to, what is asked beside sending among them. */
const hostsOf = (one: ProviderSettings): readonly string[] => {
  if (one.kind !== 'http') return [placeOf(one)];
  const { url, poll, review } = one;
  return [url, poll?.reports?.url, poll?.replies?.url, review?.submit.url, review?.ask.url].flatMap(
    place => URL.parse(place ?? '')?.host ?? [],
  );
};

/** Its key goes where it went before: whoever points it elsewhere says the key anew. */
const isElsewhere = (before: ProviderSettings, after: ProviderSettings): boolean => {
  const known = hostsOf(before);
  return before.kind !== after.kind || hostsOf(after).some(host => !known.includes(host));
};

export const saveProvider = async (
  { id: wanted, secret = '', ...row }: InputOf<typeof smsEndpoints.saveProvider>,
  context: SignedInContext,
  secrets: Secrets,
): Promise<string> =>
  context.db.transaction(async tx => {
    const before = wanted === undefined ? null : await findProvider(tx, wanted);
    if (before === undefined) throw noProvider();
    if (before === null && (await countProviders(tx)) >= smsProviderLimits.providers)
      throw refuse('smsProvidersFull', { most: smsProviderLimits.providers });
    const moved = before !== null && isElsewhere(before.settings, row.settings);
    if (moved && before.secretSealed !== null && secret === '') throw refuse('smsSecretAnew');
    if (before !== null) await updateProvider(tx, before.id, row);
    const id = before?.id ?? (await insertProvider(tx, row, newCallback()));
    if (secret !== '') await setProviderSecret(tx, id, secrets.seal(secret, secretContext(tx.merchantId, id)));
    const after = { ...factsOf(row), ...(secret !== '' && { newKey: true }) };
    const change = { before: before === null ? undefined : factsOf(before), after };
    await recordAudit(tx, { action: 'sms.provider.save', target: id, name: row.name, ...change }, auditBy(context));
    return id;
  });

export const enableProvider = async (id: string, enabled: boolean, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    const row = await findProvider(tx, id);
    if (row === undefined) throw noProvider();
    await setProviderEnabled(tx, id, enabled);
    const change = { before: { enabled: row.enabled }, after: { enabled } };
    await recordAudit(tx, { action: 'sms.provider.enable', target: id, name: row.name, ...change }, auditBy(context));
  });
};

export const removeProvider = async (id: string, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    const row = await findProvider(tx, id);
    if (row === undefined) throw noProvider();
    await dropProvider(tx, id);
    const before = factsOf(row);
    await recordAudit(tx, { action: 'sms.provider.remove', target: id, name: row.name, before }, auditBy(context));
  });
};

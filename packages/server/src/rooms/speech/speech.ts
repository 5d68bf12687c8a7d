import { randomBytes } from 'node:crypto';
import {
  type InputOf,
  purposeOfKind,
  type SpeechSettings,
  type speechEndpoints,
  voiceCopyMs,
} from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { queryOf, sealContext, webhookContext } from './service.ts';
import { isOfPurpose, keepsKey, settingsOf, splitAddress, unmaskedQuery, wholeSettings } from './speech.policy.ts';
import {
  findHearing,
  findService,
  insertService,
  keepWebhookSecret,
  lockServices,
  MOST_SERVICES,
  removeService,
  type ServiceRow,
  sealedWebhookSecret,
  setChosen,
  setHearing,
  setSecrets,
  taskComparing,
  updateService,
} from './speech.store.ts';

type Save = InputOf<typeof speechEndpoints.save>;

export const noService = () => refuse('notFound', { what: 'service' });

const checked = ({ kind, settings }: Save): SpeechSettings => {
  const found = settingsOf(kind, settings);
  if (!('is' in found)) return found;
  if (found.is === 'address') throw refuse('speechAddress', { allowed: found.allowed });
  throw refuse('speechNeeds', { field: found.field });
};

const factsOf = (
  { name, kind, settings: stored }: Pick<ServiceRow, 'name' | 'kind' | 'settings'>,
  newKey: boolean,
): Facts => {
  const settings = wholeSettings(stored);
  return {
    name,
    kind,
    url: splitAddress(settings.url).shown,
    model: settings.model,
    appId: settings.appId,
    keyId: settings.keyId,
    speaker: settings.speaker,
    copies: settings.copies,
    newKey,
  };
};

export interface SaveParts {
  readonly secrets: Secrets;
  /** How long a recording of the library is, in ms; null: there is none. */
  readonly recordingMs: (db: MerchantDb, id: string) => Promise<number | null>;
}

/** A voice is copied from a recording of the merchant's own, long enough and not too long. */
const checkCopy = async (
  { copies }: SpeechSettings,
  context: SignedInContext,
  { recordingMs }: SaveParts,
): Promise<void> => {
  if (copies === '') return;
  const ms = await recordingMs(context.db, copies);
  if (ms === null) throw refuse('notFound', { what: 'recording' });
  const { least, most } = voiceCopyMs;
  if (ms < least || ms > most) throw refuse('speechCopyLength', { least: least / 1_000, most: most / 1_000 });
};

/** What is sealed of a service: its key, and the query of its address. Empty keeps what there is, as long as it goes to the same place. */
const sealedOf = (
  tx: MerchantDb,
  { id, before, settings, key }: { id: string; before: ServiceRow | null; settings: SpeechSettings; key: string },
  secrets: Secrets,
): Parameters<typeof setSecrets>[2] => {
  const isSame = before !== null && keepsKey(before.settings, settings);
  const query = unmaskedQuery(splitAddress(settings.url).query, isSame ? queryOf(before, tx.merchantId, secrets) : '');
  if (query === null) throw refuse('speechMasked');
  const seal = (text: string) => secrets.seal(text, sealContext(tx.merchantId, id));
  return {
    querySealed: query === '' ? null : seal(query),
    ...(key !== '' ? { keySealed: seal(key) } : isSame ? {} : { keySealed: null }),
  };
};

/** Adds or edits; what stands in the row has no secret in it. */
export const saveService = async (input: Save, context: SignedInContext, parts: SaveParts): Promise<string> => {
  const { kind, name, key } = input;
  const settings = checked(input);
  await checkCopy(settings, context, parts);
  return await context.db.transaction(async tx => {
    const count = await lockServices(tx);
    const before = input.id === undefined ? null : await findService(tx, input.id);
    if (before === undefined) throw noService();
    if (before !== null && before.kind !== kind) throw refuse('speechKindFixed');
    if (before === null && count >= MOST_SERVICES) throw refuse('speechFull', { most: MOST_SERVICES });
    const kept = { ...settings, url: splitAddress(settings.url).shown };
    const id = before?.id ?? (await insertService(tx, { purpose: purposeOfKind[kind], kind, name, settings: kept }));
    if (before !== null) await updateService(tx, id, { name, settings: kept });
    await setSecrets(tx, id, sealedOf(tx, { id, before, settings, key }, parts.secrets));
    const facts = { before: before === null ? undefined : factsOf(before, false), after: factsOf(input, key !== '') };
    await recordAudit(tx, { action: 'speech.save', target: id, name, ...facts }, auditBy(context));
    return id;
  });
};

export const dropService = async (id: string, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    await lockServices(tx);
    const before = await findService(tx, id);
    if (before === undefined) throw noService();
    const task = await taskComparing(tx, id);
    if (task !== null) throw refuse('speechCompared', { task });
    await removeService(tx, id);
    await recordAudit(tx, { action: 'speech.remove', target: id, before: factsOf(before, false) }, auditBy(context));
  });
};

export const chooseService = async (
  { purpose, id }: InputOf<typeof speechEndpoints.choose>,
  context: SignedInContext,
): Promise<void> => {
  await context.db.transaction(async tx => {
    await lockServices(tx);
    const row = id === '0' ? null : await findService(tx, id);
    if (row === undefined) throw noService();
    if (row !== null && !isOfPurpose(row.kind, purpose)) throw refuse('speechNotThat');
    await setChosen(tx, purpose, row?.id ?? null);
    const after = { purpose, name: row?.name ?? '' };
    await recordAudit(tx, { action: 'speech.choose', target: id, after }, auditBy(context));
  });
};

export const setLine = async (
  { lineId, recogniser }: InputOf<typeof speechEndpoints.line>,
  context: SignedInContext,
): Promise<void> => {
  await context.db.transaction(async tx => {
    const line = await findHearing(tx, lineId);
    if (line === undefined) throw refuse('notFound', { what: 'line' });
    const isOwn = recogniser !== 'chosen' && recogniser !== 'none';
    const row = isOwn ? await findService(tx, recogniser) : null;
    if (row === undefined) throw noService();
    if (row !== null && row.purpose !== 'recogniser') throw refuse('speechNotThat');
    await setHearing(tx, lineId, recogniser !== 'none', row?.id ?? null);
    const after = { recogniser: row?.name ?? recogniser };
    await recordAudit(tx, { action: 'speech.line', target: lineId, name: line.name, after }, auditBy(context));
  });
};

const SECRET_BYTES = 24;

/** A new secret each time: the one there was is worth nothing from now on. */
export const renewWebhookSecret = async (on: boolean, context: SignedInContext, secrets: Secrets): Promise<string> => {
  const secret = on ? randomBytes(SECRET_BYTES).toString('base64url') : '';
  await context.db.transaction(async tx => {
    const before = { signs: (await sealedWebhookSecret(tx)) !== null };
    const sealed = on ? secrets.seal(secret, webhookContext(tx.merchantId)) : null;
    await keepWebhookSecret(tx, sealed, context.at);
    const after = { signs: on, newKey: on };
    await recordAudit(tx, { action: 'speech.webhookSecret', before, after }, auditBy(context));
  });
  return secret;
};

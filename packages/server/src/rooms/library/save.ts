import type { SomeCustomerWords } from '@lianxian/contract';
import {
  type CustomerField,
  type customerEndpoints,
  customerFieldNames,
  customerFieldWord,
  type InputOf,
  type Language,
} from '@lianxian/contract';
import { maskNumbers } from '@lianxian/core';
import { regionGiven } from '@lianxian/core/regions';
import { inTransaction, lockCustomers, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  changeCustomer,
  changesSince,
  columnsOf,
  countOwned,
  type FieldChange,
  type FoundCustomer,
  findCustomer,
  furtherOf,
  idOfNumber,
  insertCustomer,
  lockCustomer,
  mergeWords,
  moveType,
  noteEvent,
  readSettings,
  setFurther,
  wordsOf,
} from '../customers/index.ts';
import type { NumberTokens } from '../seats/index.ts';
import { callMet, setCallType } from './library.store.ts';
import { furtherGiven, numberGiven } from './number.ts';

/**
 * Adds a customer, or changes one. What is left out stays as it is. Everything is one transaction: a refusal writes
 * nothing.
 */
interface SaveParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly tokens: NumberTokens;
}
type Wish = InputOf<typeof customerEndpoints.save>;

/** Fields that were given, region and code in one. */
const wordsGiven = (wish: Wish): SomeCustomerWords => {
  const {
    city: _,
    province: __,
    ...rest
  } = Object.fromEntries(
    customerFieldNames.flatMap(field => (wish[field] === undefined ? [] : [[field, wish[field]]])),
  ) as SomeCustomerWords;
  const region = regionGiven(wish);
  if (region === 'unlike') throw refuse('customerRegionUnlike');
  if (region === 'unknown') throw refuse('customerRegionBad');
  return { ...rest, ...region };
};

/** Further numbers as they are to be, none of them another's. */
const furtherWanted = async (
  tx: MerchantDb,
  given: readonly string[],
  own: { readonly id: string | null; readonly phone: string },
): Promise<readonly string[]> => {
  const wanted = [...new Set(given)].filter(phone => phone !== own.phone);
  for (const phone of wanted) {
    const whose = await idOfNumber(tx, phone);
    if (whose !== null && whose !== own.id) throw await takenBy(tx, whose);
  }
  return wanted;
};

/** Somebody's already: who sees them is told so, who does not may ask for them. */
const takenBy = async (tx: MerchantDb, id: string) =>
  (await findCustomer(tx, id)) === undefined ? refuse('customerElses') : refuse('customerThere');

/** One may have so many. */
const withinMost = async (tx: MerchantDb, employeeId: string): Promise<void> => {
  const { most } = await readSettings(tx);
  if (most > 0 && (await countOwned(tx, employeeId)) >= most) throw refuse('customersFull', { limit: most });
};

interface Save {
  readonly house: UnscopedDb;
  readonly tx: MerchantDb;
  readonly wish: Wish;
  readonly context: SignedInContext;
  readonly parts: SaveParts;
}

const typedIn = (words: SomeCustomerWords): CustomerField[] =>
  (Object.entries(words) as [CustomerField, string][]).flatMap(([field, text]) => (text === '' ? [] : [field]));

const add = async ({ house, tx, wish, context, parts }: Save): Promise<string> => {
  const { employeeId, merchantId } = context.session;
  if (wish.phone === undefined || wish.phone === '') throw refuse('customerPhoneMissing');
  const phone = numberGiven(wish.phone, context, parts.tokens);
  if (wish.cateType === undefined || wish.cateType === '') throw refuse('customerTypeMissing');
  const words = wordsGiven(wish);
  await lockCustomers(house, merchantId);
  const whose = await idOfNumber(tx, phone);
  if (whose !== null) throw await takenBy(tx, whose);
  const further = (wish.further ?? []).map(one => furtherGiven(one, context, parts));
  const wanted = await furtherWanted(tx, further, { id: null, phone });
  const ownerId = wish.cateType === -1 ? null : employeeId;
  if (ownerId !== null) await withinMost(tx, ownerId);
  const { cateType } = wish;
  const columns = columnsOf(words);
  const typed = [...typedIn(words), 'cateType' as const];
  const id = await insertCustomer(tx, house, { phone, columns, typed, cateType, ownerId, createdBy: employeeId });
  await setFurther(tx, id, wanted);
  await noteEvent(tx, { customerId: id, kind: 'added', by: employeeId, version: 1 });
  await recordAudit(tx, { action: 'customer.add', target: id, name: words.name ?? '' }, auditBy(context));
  return id;
};

/** Of who sees numbers masked, a text that came back as it was shown is none of his. */
const unmasked = (given: SomeCustomerWords, now: SomeCustomerWords, whole: boolean): SomeCustomerWords =>
  whole
    ? given
    : Object.fromEntries(
        Object.entries(given).filter(([field, text]) => {
          const was = now[field as CustomerField] ?? '';
          return text === was || text !== maskNumbers(was);
        }),
      );

/** A number stays once it is there; as it was, or as it is shown, it may come back. */
const samePhone = (
  { phone }: Wish,
  { phone: own }: FoundCustomer,
  context: SignedInContext,
  tokens: NumberTokens,
): void => {
  if (phone === undefined || phone === '' || phone.includes('*')) return;
  if (numberGiven(phone, context, tokens) !== own) throw refuse('customerPhoneStays');
};

const fieldNames = (fields: readonly string[], language: Language): string =>
  fields.map(field => customerFieldWord(field, language)).join(language === 'en' ? ', ' : '、');

const furtherChange = async ({ tx, house, wish, context, parts }: Save, row: FoundCustomer) => {
  const now = await furtherOf(tx, row.id);
  if (wish.further === undefined) return { now, wanted: now };
  await lockCustomers(house, context.session.merchantId);
  const given = wish.further.map(one => furtherGiven(one, context, parts));
  return { now, wanted: await furtherWanted(tx, given, row) };
};

/** What comes of the wish and of what others did since: what changes, or a refusal that says who and what. */
const merged = async (
  { tx, wish, context }: Save,
  row: FoundCustomer,
  further: Awaited<ReturnType<typeof furtherChange>>,
) => {
  const words = wordsOf(row);
  const now = { ...words, cateType: String(row.cateType), further: further.now.join(',') };
  const own = unmasked(wordsGiven(wish), words, context.session.buttons.has('phone:unmask'));
  const given = {
    ...own,
    ...(wish.cateType !== undefined && wish.cateType !== '' && { cateType: String(wish.cateType) }),
    ...(wish.further !== undefined && { further: further.wanted.join(',') }),
  };
  if (wish.cateType === '') throw refuse('customerTypeMissing');
  const later = wish.version === undefined ? [] : await changesSince(tx, row.id, wish.version);
  const came = mergeWords(now, given, later);
  if ('changes' in came) return came.changes;
  throw refuse('customerChanged', { who: came.who, fields: fieldNames(came.fields, context.locale) });
};

/** Fields whose words changed, written and noted as one change. */
const write = async (
  { tx, house, context }: Save,
  row: FoundCustomer,
  changes: readonly FieldChange[],
): Promise<void> => {
  const fields = changes.filter(({ field }) => field !== 'cateType');
  if (fields.length === 0) return;
  const words = Object.fromEntries(fields.map(({ field, after }) => [field, after])) as SomeCustomerWords;
  const typed = fields.map(({ field }) => field);
  const version = await changeCustomer(tx, house, row, { columns: columnsOf(words), typed });
  const by = context.session.employeeId;
  await noteEvent(tx, { customerId: row.id, kind: 'changed', by, version, facts: { fields } });
};

const change = async (save: Save, id: string): Promise<string> => {
  const { tx, wish, context, parts } = save;
  const row = await lockCustomer(tx, id);
  if (row === undefined) throw refuse('notFound', { what: 'customer' });
  samePhone(wish, row, context, parts.tokens);
  const further = await furtherChange(save, row);
  const changes = await merged(save, row, further);
  await write(save, row, changes);
  if (changes.some(({ field }) => field === 'further')) await setFurther(tx, id, further.wanted);
  const type = changes.find(({ field }) => field === 'cateType');
  if (type !== undefined) await giveType(save, row, Number(type.after));
  if (changes.length > 0) {
    const after = { fields: changes.map(({ field }) => field).join(' ') };
    await recordAudit(tx, { action: 'customer.save', target: id, name: row.name, after }, auditBy(context));
  }
  return id;
};

/** The customer's and the record's type move together: that of the call it was done from, else of the newest. */
const giveType = async ({ house, tx, wish, context }: Save, row: FoundCustomer, cateType: number): Promise<void> => {
  const { merchantId, employeeId } = context.session;
  const met = wish.logid === undefined ? undefined : await callMet(tx, employeeId, wish.logid);
  const callId = met?.id ?? row.lastCallId;
  await moveType(house, merchantId, { id: row.id, cateType, by: employeeId, callId });
  if (callId !== null) await setCallType(tx, callId, cateType);
};

/** The id of who was added or changed. */
export const saveCustomer = (wish: Wish, context: SignedInContext, parts: SaveParts): Promise<string> =>
  inTransaction(parts.unscopedDb, async house => {
    const tx = merchantDb(house, context.session.merchantId, context.session);
    const save = { house, tx, wish, context, parts };
    return wish.id === undefined ? await add(save) : await change(save, wish.id);
  });

/** Another type, on its newest call as well: any follows any. */
export const changeType = (
  { id, cateType }: InputOf<typeof customerEndpoints.changeType>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const row = await lockCustomer(tx, id);
    if (row === undefined) throw refuse('notFound', { what: 'customer' });
    await moveType(house, merchantId, { id, cateType, by: employeeId, callId: row.lastCallId });
    if (row.lastCallId !== null) await setCallType(tx, row.lastCallId, cateType);
    const entry = { before: { customerType: row.cateType }, after: { customerType: cateType } };
    await recordAudit(tx, { action: 'customer.changeType', target: id, name: row.name, ...entry }, auditBy(context));
  });

import type { InputOf, merchantEndpoints, OutputOf } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { createOwner, oneTimePassword, revokeSessionsOf } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { keepWithinQuota } from '../seats/index.ts';
import { type Halted, haltMerchant } from '../task-control/index.ts';
import {
  type Account,
  findAccount,
  findOwners,
  freeNumber,
  insertAccount,
  type Profile,
  setReseller,
  switchAccount,
  updateProfile,
} from './merchants.store.ts';
import { nounOf, resellers, type World } from './world.policy.ts';

/** Writes of who looks after merchants and resellers. Audit rows stand with the writer's own merchant. */
type SaveInput = InputOf<typeof merchantEndpoints.save>;
type Saved = OutputOf<typeof merchantEndpoints.save>;

/** A row of the world, or the same refusal as for a missing one. */
export const accountOf = async (db: UnscopedDb, world: World, id: string): Promise<Account> => {
  const found = await findAccount(db, world, id);
  if (found === undefined) throw refuse('notFound', { what: nounOf(world) });
  return found;
};

/** The merchant of whichever of these worlds; who sees none of it gets the same refusal as for a missing one. */
export const accountOfAny = async (db: UnscopedDb, worlds: readonly World[], id: string): Promise<Account> => {
  for (const world of worlds) {
    const found = await findAccount(db, world, id);
    if (found !== undefined) return found;
  }
  throw refuse('notFound', { what: 'merchant' });
};

const factsOf = (profile: Profile) => {
  const { name, contactName, contactPhone, remark, employeeLimit, seatLimit, channelLimit } = profile;
  return { name, contactName, contactPhone: maskPhone(contactPhone), remark, employeeLimit, seatLimit, channelLimit };
};

const quotas = ['employeeLimit', 'seatLimit', 'channelLimit'] as const;

/** A reseller gives no merchant more than it has itself; what the merchant has already it may keep. */
const checkQuotas = async (
  db: UnscopedDb,
  input: SaveInput,
  before: Account | null,
  { session }: SignedInContext,
): Promise<void> => {
  if (session.roleCode === 'admin') return;
  const own = await accountOf(db, resellers, session.merchantId);
  for (const field of quotas) {
    if (input[field] <= Math.max(own[field], before?.[field] ?? 0)) continue;
    throw refuse('quotaBeyondOwn', { field, limit: own[field] });
  }
};

/** A new merchant's first things. */
export type ProvisionMerchant = (db: MerchantDb) => Promise<void>;

const add = async (
  tx: UnscopedDb,
  world: World,
  input: SaveInput,
  context: SignedInContext,
  provisionMerchant: ProvisionMerchant,
): Promise<Saved> => {
  await checkQuotas(tx, input, null, context);
  const { account, ownerName } = input;
  if (account === undefined || ownerName === undefined) throw refuse('ownerNeeded');
  const number = input.number ?? (await freeNumber(tx));
  if (number === undefined) throw refuse('numbersUsedUp');
  const id = await insertAccount(tx, world, { number, profile: input, createdBy: context.session.employeeId });
  if (id === undefined) throw refuse('merchantNumberTaken', { number });
  const password = oneTimePassword();
  const owner = { merchantNumber: number, merchantName: input.name, account, name: ownerName, password };
  await createOwner(tx, { ...owner, demo: false, mustChangePassword: true });
  await provisionMerchant(merchantDb(tx, id));
  const after = { number, ...factsOf(input), account };
  await note(tx, { action: `${world.kind}.save`, target: id, name: input.name, after }, context);
  return { id, number, account, password };
};

const edit = async (tx: UnscopedDb, world: World, id: string, input: SaveInput, context: SignedInContext) => {
  const before = await accountOf(tx, world, id);
  await checkQuotas(tx, input, before, context);
  await updateProfile(tx, id, input);
  await keepWithinQuota(tx, id, input.seatLimit);
  const change = { before: factsOf(before), after: factsOf(input) };
  await note(tx, { action: `${world.kind}.save`, target: id, name: input.name, ...change }, context);
  return { id, number: before.number, account: (await findOwners(tx, id))[0]?.account ?? '', password: null };
};

type Entry = Omit<Parameters<typeof recordAudit>[1], 'aboutMerchantId'> & { readonly target: string };
export const note = (tx: UnscopedDb, entry: Entry, context: SignedInContext): Promise<void> =>
  recordAudit(
    merchantDb(tx, context.session.merchantId),
    { ...entry, aboutMerchantId: entry.target },
    auditBy(context),
  );

/** A new one with its owner, whose one-time password is answered once; or another profile of one that is there. */
export const save = (
  { unscopedDb, provisionMerchant }: { readonly unscopedDb: UnscopedDb; readonly provisionMerchant: ProvisionMerchant },
  world: World,
  input: SaveInput,
  context: SignedInContext,
): Promise<Saved> =>
  inTransaction(unscopedDb, async tx => {
    if (input.id !== undefined) return await edit(tx, world, input.id, input, context);
    return await add(tx, await worldOfNew(tx, world, input.resellerId), input, context, provisionMerchant);
  });

/** The platform's people say whose a new merchant is; a reseller's are its own, whatever it says. */
const worldOfNew = async (tx: UnscopedDb, world: World, resellerId: string | undefined): Promise<World> => {
  if (world.kind === 'reseller' || world.resellerId !== null || resellerId === undefined) return world;
  return { ...world, resellerId: (await accountOf(tx, resellers, resellerId)).id };
};

/**
 * Off: nobody of it is signed in, its tasks are paused, calls that are not dialled yet are taken back; those in progress
 * end by themselves. On: people sign in again and resume their tasks.
 */
export const switchMerchant = async (
  unscopedDb: UnscopedDb,
  world: World,
  { id, active }: InputOf<typeof merchantEndpoints.setActive>,
  context: SignedInContext,
): Promise<Halted> => {
  const { name } = await accountOf(unscopedDb, world, id);
  const turn = async (tx: UnscopedDb): Promise<void> => {
    if (!(await switchAccount(tx, id, active))) return;
    const action = active ? (`${world.kind}.on` as const) : (`${world.kind}.off` as const);
    await note(tx, { action, target: id, name, before: { active: !active }, after: { active } }, context);
    if (!active) await revokeSessionsOf(merchantDb(tx, id), null, context.at);
  };
  if (!active) return await haltMerchant(unscopedDb, { merchantId: id, event: 'merchantOff', employeeId: null }, turn);
  await inTransaction(unscopedDb, turn);
  return { changed: [], tasks: 0, calls: 0 };
};

/** Who looks after a merchant from now on; without a reseller it is the platform itself. */
export const giveTo = (
  unscopedDb: UnscopedDb,
  { id, resellerId }: InputOf<typeof merchantEndpoints.setReseller>,
  world: World,
  context: SignedInContext,
): Promise<void> =>
  inTransaction(unscopedDb, async tx => {
    const { name, resellerId: before } = await accountOf(tx, world, id);
    const next = resellerId === undefined ? null : await accountOf(tx, resellers, resellerId);
    if ((next?.id ?? null) === before) return;
    await setReseller(tx, id, next?.id ?? null);
    const nameBefore = before === null ? '' : (await findAccount(tx, resellers, before))?.name;
    const change = { before: { reseller: nameBefore }, after: { reseller: next?.name ?? '' } };
    await note(tx, { action: 'merchant.setReseller', target: id, name, ...change }, context);
  });

import type { InputOf, merchantEndpoints, OutputOf } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { dropFactorLater } from '../security/index.ts';
import { allowReset } from '../sign-in/index.ts';
import type { Tries } from '../tries/index.ts';
import { findOwners } from './merchants.store.ts';
import { accountOf, accountOfAny, note } from './merchants.ts';
import { type World, worldsOf } from './world.policy.ts';

/**
 * What a keeper does for an owner who cannot sign in. He never learns a password, and each action stands in the merchant's
 * own audit as well, without the keeper's person and address.
 */
export interface OwnerParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly tries: Tries;
}

const ownersOf = async (tx: UnscopedDb, merchantId: string) => {
  const [first, ...others] = await findOwners(tx, merchantId);
  if (first === undefined) throw refuse('notFound', { what: 'owner' });
  return [first, ...others] as const;
};

/** The first of them for whom it is so; the others are not asked. */
const firstOf = async <T>(all: readonly T[], isSo: (one: T) => Promise<boolean>): Promise<T | undefined> => {
  for (const one of all) if (await isSo(one)) return one;
  return undefined;
};

/** The code was read out by the owner: the browser that shows it may set a new password. Five wrong ones lock the check. */
export const allowOwner = async (
  { unscopedDb, secrets, tries }: OwnerParts,
  world: World,
  { id, code }: InputOf<typeof merchantEndpoints.resetOwner>,
  context: SignedInContext,
): Promise<OutputOf<typeof merchantEndpoints.resetOwner>> => {
  const { at, ip } = context;
  const { name } = await accountOf(unscopedDb, world, id);
  return await tries.attempt({ subject: ['reset', id], at, ip, lock: 'passwordTries' }, async one => {
    const account = await inTransaction(unscopedDb, async tx => {
      const isOf = (owner: { readonly id: string }) => allowReset(tx, secrets, { ...owner, merchantId: id }, code, at);
      const owner = await firstOf(await ownersOf(tx, id), isOf);
      if (owner === undefined) return null;
      const after = { account: owner.account };
      await note(tx, { action: `${world.kind}.resetOwner`, target: id, name, after }, context);
      const entry = { action: 'password.resetAllowed', target: owner.id, name: owner.account } as const;
      await recordAudit(merchantDb(tx, id), entry, auditByHouse(at));
      return owner.account;
    });
    if (account === null) throw one.fail('resetCodeWrong');
    await one.forget();
    return { account };
  });
};

/** Takes the second factor of the owner who asked off, a day from now. */
export const dropOwnersFactor = async (
  { unscopedDb }: OwnerParts,
  { id, account }: InputOf<typeof merchantEndpoints.dropFactor>,
  context: SignedInContext,
): Promise<OutputOf<typeof merchantEndpoints.dropFactor>> => {
  const { name } = await accountOfAny(unscopedDb, worldsOf(context.session), id);
  return await inTransaction(unscopedDb, async tx => {
    const owner = (await ownersOf(tx, id)).find(one => one.account === account);
    if (owner === undefined) throw refuse('notFound', { what: 'owner' });
    const dueAt = await dropFactorLater(merchantDb(tx, id), owner.id, context.at);
    if (dueAt === null) throw refuse('secondFactorOff');
    await note(tx, { action: 'merchant.dropFactor', target: id, name, after: { account: owner.account } }, context);
    return { account: owner.account, dueAt: dueAt.toISOString() };
  });
};

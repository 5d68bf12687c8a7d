import { customerAskEndpoints, customerSettingEndpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { ringBell } from '../bell/index.ts';
import { countOwned, findCustomer, idOfNumber, nameOf, readSettings, saveSettings } from '../customers/index.ts';
import { numberGiven, phoneSeen, told } from '../library/index.ts';
import { seesPhones } from '../records/index.ts';
import { type NumberTokens, numberTokens } from '../seats/index.ts';
import { giveOwners } from './acts.store.ts';
import { ask, lockAsk, noteAnswer, ownerOfCustomer, waitingAsks } from './asks.store.ts';

interface AskParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
}

/** Whoever has the customer is told who asks; who asks is told nothing of the customer. */
const askFor = async (
  { phone, why }: InputOf<typeof customerAskEndpoints.ask>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
  tokens: NumberTokens,
): Promise<void> => {
  const { merchantId, employeeId } = context.session;
  await allowSearch(context, phone);
  const number = numberGiven(phone, context, tokens);
  await inTransaction(unscopedDb, async house => {
    const tx = merchantDb(house, merchantId, context.session);
    const id = await idOfNumber(tx, number);
    // Of who sees it nobody is asked: it is his to take, or to be given.
    if (id === null || (await findCustomer(tx, id)) !== undefined) throw refuse('notFound', { what: 'customer' });
    if (!(await ask(tx, id, employeeId, why))) return;
    const ownerId = await ownerOfCustomer(tx, id);
    await ringBell(house, {
      ...{ merchantId, kind: 'library', about: `ask ${id} ${employeeId}`, ownerId },
      facts: { what: 'ask', who: await nameOf(tx, employeeId) },
    });
  });
};

const answer = (
  { id, give }: InputOf<typeof customerAskEndpoints.answer>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const asked = await lockAsk(tx, id);
    if (asked === undefined) throw refuse('notFound', { what: 'customerAsk' });
    await noteAnswer(tx, id, { at: context.at, by: employeeId, given: give });
    const doing = { merchantId, by: employeeId, batchId: null };
    if (give) await giveOwners(house, doing, [{ id: asked.customerId, ownerId: asked.askedBy }], 'assigned');
    await ringBell(house, {
      ...{ merchantId, kind: 'library', about: `answer ${id}`, people: [asked.askedBy] },
      facts: { what: give ? 'given' : 'kept', who: await nameOf(tx, employeeId) },
    });
    const target = { target: asked.customerId, name: asked.name };
    await recordAudit(tx, { action: 'customer.answer', ...target, after: { on: give } }, auditBy(context));
  });

const asks = async (
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<OutputOf<typeof customerAskEndpoints.asks>> => {
  const sight = {
    whole: seesPhones(context),
    tokenOf: (phone: string) => tokens.of(phone, context.session, context.at),
    areas: new Map<string, string>(),
  };
  const rows = await waitingAsks(context.db);
  return {
    list: rows.map(({ id, customerId, phone, name, by, why, askedAt }) => ({
      ...{ id, customerId, by, why: told(why, sight), at: askedAt.toISOString() },
      ...{ phone: phoneSeen(phone, sight).phone, name: told(name, sight) },
    })),
  };
};

/** Requests for customers of others, and the rules of the library. */
export const bindAsks = (front: Front, { unscopedDb, secrets }: AskParts): void => {
  const tokens = numberTokens(secrets);
  bind(front, customerAskEndpoints.ask, async (input, context) => {
    await askFor(input, context, unscopedDb, tokens);
    return {};
  });
  bind(front, customerAskEndpoints.asks, (_, context) => asks(context, tokens));
  bind(front, customerAskEndpoints.answer, async (input, context) => {
    await answer(input, context, unscopedDb);
    return {};
  });
  bind(front, customerSettingEndpoints.settings, async (_, { db, session }) => {
    const [settings, mine] = await Promise.all([readSettings(db), countOwned(db, session.employeeId)]);
    return { ...settings, names: [...settings.names], mine };
  });
  bind(front, customerSettingEndpoints.saveSettings, (input, context) =>
    context.db.transaction(async tx => {
      const { names: was, ...before } = await readSettings(tx);
      await saveSettings(tx, input);
      const { names, ...after } = input;
      const told = { before: { ...before, names: was.join(' ') }, after: { ...after, names: names.join(' ') } };
      await recordAudit(tx, { action: 'customer.settings', ...told }, auditBy(context));
      return {};
    }),
  );
};

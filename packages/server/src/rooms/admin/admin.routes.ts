import {
  type Endpoint,
  type InputOf,
  limits,
  merchantEndpoints,
  type OutputOf,
  platformEndpoints,
  type Right,
  resellerEndpoints,
  stored,
} from '@lianxian/contract';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { ledgerPage } from '../billing/index.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { addressesOfLine, LINES_CHANNEL } from '../lines/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { tellTaskChanged } from '../tasks/index.ts';
import { award, claimsPage } from './claims.ts';
import { cockpit, type HouseFacts } from './cockpit.ts';
import { type AccountRow, countAccounts, linesOf, listAccounts } from './merchants.store.ts';
import { accountOfAny, giveTo, type ProvisionMerchant, save, switchMerchant } from './merchants.ts';
import { allowOwner, dropOwnersFactor, type OwnerParts } from './owners.ts';
import { readOverview } from './platform.store.ts';
import { ownInfo, saveContact, stopPlatform } from './platform.ts';
import { bindTrades } from './trades.ts';
import { merchantsOf, resellers, type World, worldsOf } from './world.policy.ts';

interface AdminParts {
  readonly owners: OwnerParts;
  readonly house: HouseFacts;
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
  readonly wake: (channel: string, payload: string) => Promise<void>;
  readonly provisionMerchant: ProvisionMerchant;
  /** Somebody else looks after a merchant: its people see another branding. */
  readonly onKeeperChanged: () => Promise<void>;
}

const page = async (unscopedDb: UnscopedDb, world: World, input: InputOf<typeof resellerEndpoints.list>) => {
  const { after, q, state } = input;
  const query = { q: q || undefined, active: state && state === 'on' };
  const place = after === undefined ? pageOf(input) : { limit: input.limit, offset: 0 };
  const [rows, total] = await Promise.all([
    listAccounts(unscopedDb, world, query, { ...place, after }),
    countAccounts(unscopedDb, world, query, limits.lastRow),
  ]);
  const shown = rows.slice(0, input.limit);
  return {
    shown,
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

const rowOf = ({ createdAt, owner, resellerId, resellerName, ...row }: AccountRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  owner: owner ?? '',
  reseller: resellerId === null ? null : { id: resellerId, name: resellerName ?? '' },
});

/** After the commit: who paces and who dials looks again, boards and lists of tasks are read anew. */
const tellHalted = async (
  { push, wake }: AdminParts,
  merchantId: string,
  changed: readonly string[],
): Promise<void> => {
  await wake(TASKS_CHANNEL, '');
  await wake(DIALLER_CHANNEL, '');
  for (const id of changed) tellTaskChanged(push, merchantId, id);
};

type OfRole = Extract<Right, { needs: 'role' }>;
interface Keeping {
  readonly setActive: Endpoint<
    typeof merchantEndpoints.setActive.input,
    typeof merchantEndpoints.setActive.output,
    OfRole
  >;
  readonly resetOwner: Endpoint<
    typeof merchantEndpoints.resetOwner.input,
    typeof merchantEndpoints.resetOwner.output,
    OfRole
  >;
}

/** What is the same for merchants and resellers. */
const bindKeeping = (
  front: Front,
  parts: AdminParts,
  { setActive, resetOwner: reset }: Keeping,
  worldOf: typeof merchantsOf,
): void => {
  const { unscopedDb } = parts;
  bind(front, setActive, async (input, context) => {
    const done = await switchMerchant(unscopedDb, worldOf(context.session), input, context);
    if (!input.active) {
      parts.push.rightsChanged(input.id, null);
      await tellHalted(parts, input.id, done.changed);
    }
    return { tasks: done.tasks };
  });
  bind(front, reset, async (input, context) => {
    const allowed = await allowOwner(parts.owners, worldOf(context.session), input, context);
    parts.push.toMerchant(input.id, { type: 1, msg: stored(['ownerResetAllowed']) });
    return allowed;
  });
};

const bindMerchants = (front: Front, parts: AdminParts): void => {
  const { unscopedDb } = parts;
  bind(front, merchantEndpoints.list, async ({ resellerId, ...input }, { session }) => {
    const own = merchantsOf(session);
    const world = own.resellerId === null && resellerId !== undefined ? { ...own, resellerId } : own;
    const { shown, ...rest } = await page(unscopedDb, world, input);
    return { list: shown.map(rowOf), ...rest } satisfies OutputOf<typeof merchantEndpoints.list>;
  });
  bind(front, merchantEndpoints.save, (input, context) => save(parts, merchantsOf(context.session), input, context));
  bindKeeping(front, parts, merchantEndpoints, merchantsOf);
  bind(front, merchantEndpoints.dropFactor, async (input, context) => {
    const asked = await dropOwnersFactor(parts.owners, input, context);
    const { id } = input;
    parts.push.toMerchant(id, { type: 1, msg: stored(['factorDropAsked']) });
    return asked;
  });
  bind(front, merchantEndpoints.setReseller, async (input, context) => {
    await giveTo(unscopedDb, input, merchantsOf(context.session), context);
    await parts.onKeeperChanged();
    return {};
  });
  bind(front, merchantEndpoints.lines, async ({ id }, { session }) => {
    await accountOfAny(unscopedDb, worldsOf(session), id);
    return { list: (await linesOf(unscopedDb, id)).map(line => ({ ...line, state: line.state ?? 'unknown' })) };
  });
  bind(front, merchantEndpoints.ledger, async ({ id, ...input }, { session }) => {
    await accountOfAny(unscopedDb, worldsOf(session), id);
    return await ledgerPage(input, merchantDb(unscopedDb, id));
  });
  bind(front, merchantEndpoints.info, (_, context) => ownInfo(unscopedDb, context));
  bind(front, merchantEndpoints.saveContact, async (input, context) => {
    await saveContact(unscopedDb, input, context);
    return {};
  });
};

const bindResellers = (front: Front, parts: AdminParts): void => {
  const { unscopedDb } = parts;
  bind(front, resellerEndpoints.list, async input => {
    const { shown, ...rest } = await page(unscopedDb, resellers, input);
    return { list: shown.map(rowOf), ...rest };
  });
  bind(front, resellerEndpoints.save, (input, context) => save(parts, resellers, input, context));
  bindKeeping(front, parts, resellerEndpoints, () => resellers);
};

/** Merchants, resellers, and the platform's figures and emergency stop. */
export const bindAdmin = (front: Front, parts: AdminParts): void => {
  const { unscopedDb } = parts;
  bindMerchants(front, parts);
  bindResellers(front, parts);
  bindTrades(front, unscopedDb);
  bind(front, platformEndpoints.overview, (_, { session }) =>
    readOverview(unscopedDb, merchantsOf(session).resellerId),
  );
  bind(front, platformEndpoints.cockpit, (_, { session }) =>
    cockpit(unscopedDb, merchantsOf(session).resellerId, parts.house),
  );
  bind(front, platformEndpoints.claims, () => claimsPage(unscopedDb));
  bind(front, platformEndpoints.awardNumber, async (input, context) => {
    const { lineId, number, isNew, lost } = await award(unscopedDb, input, context, addressesOfLine);
    await parts.wake(LINES_CHANNEL, lineId);
    if (isNew) parts.push.toMerchant(input.merchantId, { type: 1, msg: stored(['numberWon', { number }]) });
    // Each as he wrote it.
    for (const { merchantId, number: lostNumber } of lost)
      parts.push.toMerchant(merchantId, { type: 1, msg: stored(['numberLost', { number: lostNumber }]) });
    return {};
  });
  bind(front, platformEndpoints.stopAll, (_, context) =>
    stopPlatform(unscopedDb, context, ({ merchantId, changed }) => {
      tellHalted(parts, merchantId, changed).catch((error: unknown) =>
        front.log.warn({ err: error }, 'a stop was not told'),
      );
    }),
  );
};

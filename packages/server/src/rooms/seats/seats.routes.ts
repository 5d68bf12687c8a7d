import { type InputOf, type OutputOf, seatEndpoints, seatPwdEndpoint } from '@lianxian/contract';
import { instantsOf, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { lockSettings } from '../settings/index.ts';
import { type ConnectParts, connectSeat } from './connect.ts';
import { figuresOf } from './figures.policy.ts';
import { listGroups, listMembers } from './groups.store.ts';
import { insertOrder, SEAT_ORDERS_CHANNEL } from './orders.store.ts';
import { presenceOf, spansOf, sumsOf } from './presence.store.ts';
import {
  findSeat,
  linesToCall,
  listChoices,
  listSeats,
  listTargets,
  peopleWithout,
  plansOfSeats,
  publishedPlans,
  quotaOf,
} from './seats.store.ts';
import { removeGroup, removeSeat, saveGroup, saveSeat } from './seats.ts';
import { type SeatSettings, seatSettingsOf, writeSeatSettings } from './settings.store.ts';

interface SeatsParts extends ConnectParts {
  readonly push: PushSender;
  /** Wakes the calls processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

type Endpoints = typeof seatEndpoints;
type Answer<K extends keyof Endpoints> = Promise<OutputOf<Endpoints[K]>>;

const offline = { state: 'offline', reason: '' } as const;

const me = async ({ db, session, at }: SignedInContext): Answer<'me'> => {
  const presence = await presenceOf(db, session.employeeId);
  if (presence === undefined) return { ...offline, since: at.toISOString(), callId: null, switchable: true };
  const { state, reason, since, callId } = presence;
  const isOffline = state === 'offline';
  return {
    state,
    reason: isOffline ? '' : reason,
    since: since.toISOString(),
    callId: isOffline ? null : callId,
    switchable: !['dialling', 'ringing', 'inCall', 'held'].includes(state),
  };
};

const setState = async (
  { state, reason }: InputOf<Endpoints['setState']>,
  { db, session }: SignedInContext,
  wake: SeatsParts['wake'],
): Answer<'setState'> => {
  const presence = await presenceOf(db, session.employeeId);
  if (presence === undefined || presence.state === 'offline') throw refuse('seatOffline');
  const { breakReasons } = await seatSettingsOf(db);
  if (state === 'break' && !breakReasons.includes(reason))
    throw refuse('badInput', { field: 'reason', fault: 'choice', limit: breakReasons.join(' · ') });
  const order = { type: 'state', state, reason: state === 'break' ? reason : '' } as const;
  const { node } = presence;
  await insertOrder(db, { employeeId: session.employeeId, callId: null, node, order });
  await wake(SEAT_ORDERS_CHANNEL, node);
  return { state: presence.state };
};

const groupsWithMembers = async (db: MerchantDb) => {
  const [groups, members] = await Promise.all([listGroups(db), listMembers(db)]);
  const of = Map.groupBy(members, ({ groupId }) => groupId);
  return groups.map(group => {
    const own = of.get(group.id) ?? [];
    return {
      ...group,
      members: own.map(({ id, name }) => ({ id, name })),
      free: own.filter(({ state }) => state === 'idle').length,
    };
  });
};

const targets = async ({ q }: InputOf<Endpoints['targets']>, { db, session }: SignedInContext): Answer<'targets'> => {
  const [seats, groups] = await Promise.all([listTargets(db), groupsWithMembers(db)]);
  const isSought = (...words: readonly string[]) => q === '' || words.some(word => word.includes(q));
  return {
    seats: seats.filter(({ id, name, extension }) => id !== session.employeeId && isSought(name, String(extension))),
    groups: groups.filter(({ name }) => isSought(name)),
  };
};

const choices = async (db: MerchantDb): Answer<'choices'> => {
  const [seats, groups, people, lines, plans] = await Promise.all([
    listChoices(db),
    groupsWithMembers(db),
    peopleWithout(db),
    linesToCall(db),
    publishedPlans(db),
  ]);
  const counted = groups.map(({ members, ...group }) => ({ ...group, members: members.length }));
  return { seats, groups: counted, people, lines, plans };
};

const list = async (db: MerchantDb): Answer<'list'> => {
  const [seats, plans, groups, quota] = await Promise.all([
    listSeats(db),
    plansOfSeats(db),
    groupsWithMembers(db),
    quotaOf(db),
  ]);
  return {
    ...quota,
    seats: seats.map(({ lineId, lineName, createdAt, since, state, reason, callId, device, ...seat }) => {
      const isOffline = state === 'offline';
      return {
        ...seat,
        line: lineId === null ? null : { id: lineId, name: lineName ?? '' },
        plans: plans.filter(plan => plan.employeeId === seat.employeeId),
        groups: groups.filter(({ members }) => members.some(({ id }) => id === seat.employeeId)),
        ...{ state, reason: isOffline ? '' : (reason ?? ''), since: (since ?? createdAt).toISOString() },
        callId: isOffline ? null : callId,
        device: isOffline ? '' : (device ?? ''),
      };
    }),
  };
};

const spans = async (
  { employeeId, day }: InputOf<Endpoints['spans']>,
  db: MerchantDb,
  unscopedDb: UnscopedDb,
): Answer<'spans'> => {
  if ((await findSeat(db, employeeId)) === undefined) throw refuse('notFound', { what: 'seat' });
  const within = await instantsOf(unscopedDb, db.merchantId, { from: day, to: day });
  const rows = await spansOf(db, employeeId, within);
  return {
    spans: rows.map(({ state, reason, beganAt, endedAt }) => ({
      ...{ state, reason, from: beganAt.toISOString() },
      to: endedAt?.toISOString() ?? null,
    })),
  };
};

const figures = async (day: string, { db, at }: SignedInContext, unscopedDb: UnscopedDb): Answer<'figures'> => {
  const within = await instantsOf(unscopedDb, db.merchantId, { from: day, to: day });
  const [seats, sums] = await Promise.all([listSeats(db), sumsOf(db, { ...within, now: at })]);
  const of = Map.groupBy(sums, ({ employeeId }) => employeeId);
  return {
    seats: seats.map(({ employeeId, name }) => ({ employeeId, name, ...figuresOf(of.get(employeeId) ?? []) })),
  };
};

const factsOf = ({ breakReasons, ...rest }: SeatSettings) => ({ ...rest, breakReasons: breakReasons.join(' ') });

const saveSettings = (input: InputOf<Endpoints['saveSettings']>, context: SignedInContext): Promise<void> =>
  context.db.transaction(async tx => {
    await lockSettings(tx);
    const before = await seatSettingsOf(tx);
    const after = {
      autoAnswer: input.autoAnswer ?? before.autoAnswer,
      wrapUpS: input.wrapUpS ?? before.wrapUpS,
      awayLimitS: input.awayLimitS ?? before.awayLimitS,
      ringS: input.ringS ?? before.ringS,
      breakReasons: input.breakReasons === undefined ? before.breakReasons : [...new Set(input.breakReasons)],
    };
    await writeSeatSettings(tx, after);
    const change = { before: factsOf(before), after: factsOf(after) };
    await recordAudit(tx, { action: 'settings.save', ...change }, auditBy(context));
  });

const bindKeeping = (front: Front, { unscopedDb, push }: SeatsParts): void => {
  const changed = ({ session }: SignedInContext, employeeId: string): void =>
    push.rightsChanged(session.merchantId, [employeeId]);
  bind(front, seatEndpoints.list, (_, { db }) => list(db));
  bind(front, seatEndpoints.choices, (_, { db }) => choices(db));
  bind(front, seatEndpoints.save, async (input, context) => {
    const saved = await saveSeat(input, context, unscopedDb);
    changed(context, input.employeeId);
    return saved;
  });
  bind(front, seatEndpoints.remove, async ({ employeeId }, context) => {
    await removeSeat(employeeId, context, unscopedDb);
    changed(context, employeeId);
    return {};
  });
  bind(front, seatEndpoints.groupList, async (_, { db }) => ({ groups: await groupsWithMembers(db) }));
  bind(front, seatEndpoints.groupSave, async (input, context) => ({ id: await saveGroup(input, context, unscopedDb) }));
  bind(front, seatEndpoints.groupRemove, async ({ id }, context) => {
    await removeGroup(id, context, unscopedDb);
    return {};
  });
  bind(front, seatEndpoints.spans, (input, { db }) => spans(input, db, unscopedDb));
  bind(front, seatEndpoints.figures, ({ day }, context) => figures(day, context, unscopedDb));
};

/** Seats of a merchant: who has one, how it connects, what it is over a day. */
export const bindSeats = (front: Front, parts: SeatsParts): void => {
  bind(front, seatPwdEndpoint, (input, context) => connectSeat(input, context, parts));
  bind(front, seatEndpoints.me, (_, context) => me(context));
  bind(front, seatEndpoints.setState, (input, context) => setState(input, context, parts.wake));
  bind(front, seatEndpoints.targets, targets);
  bind(front, seatEndpoints.settings, async (_, { db, session }) => {
    const { breakReasons, ...settings } = await seatSettingsOf(db);
    const maySave = session.roleCode === 'company' || session.roleCode === 'agent';
    return { ...settings, breakReasons: [...breakReasons], maySave };
  });
  bind(front, seatEndpoints.saveSettings, async (input, context) => {
    await saveSettings(input, context);
    return {};
  });
  bindKeeping(front, parts);
};

import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { badInputText, callEndpoints, type InputOf, limits, wire } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, bindStream, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/index.ts';
import { DIALLER_CHANNEL, livingNodes } from '../dialler/index.ts';
import { lineToDial } from '../lines/index.ts';
import { publishedPlan } from '../plans/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { cursorOf, DISK_RESERVE_BYTES, judgeNumber, LIVE_CALLS_LIMIT, unknownVariable } from './calls.policy.ts';
import { countCalls, countLive, findCall, findStage, insertCall, listCalls, wantHangUp } from './calls.store.ts';
import { detailView, rowView, type Seen } from './calls.view.ts';
import { liveSound } from './listen.ts';

export interface CallsParts {
  readonly houseDb: HouseDb;
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** Wakes the calls processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

const LISTEN_PATH = 'call/listen';

/** What the viewer may see of these calls, with the areas of their numbers in one query. */
const seenBy = async (
  context: SignedInContext,
  houseDb: HouseDb,
  rows: readonly { readonly phone: string }[],
): Promise<Seen> => {
  const areas = await areasOf(
    houseDb,
    rows.map(row => row.phone),
  );
  return {
    phones: seesPhones(context),
    areas: new Map([...areas].map(([phone, area]) => [phone, areaText(area)])),
  };
};

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const diskIsNearlyFull = async (dataDir: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < DISK_RESERVE_BYTES;
};

/** A row and a wake-up: whichever calls process is free takes it (house §4). */
const placeCall = async (
  input: InputOf<typeof callEndpoints.place>,
  context: SignedInContext,
  parts: CallsParts,
): Promise<string> => {
  const { db, session, ip, at, locale } = context;
  const [plan, line] = await Promise.all([
    publishedPlan(db, input.planId),
    lineToDial(db, input.lineId, parts.secrets),
  ]);
  if (plan === undefined) throw refuse('notFound', { what: '话术' });
  if (line === null) throw refuse('notFound', { what: '线路' });
  const unknown = unknownVariable(plan.graph, input.variables);
  if (unknown !== null)
    throw refuse('badInput', badInputText({ field: 'variables', fault: 'variable', limit: unknown }, locale));
  const judged = judgeNumber(input.phone, line);
  if ('refused' in judged) {
    if (judged.refused === 'notANumber')
      throw refuse('badInput', badInputText({ field: 'phone', fault: 'phone' }, locale));
    throw refuse(judged.refused);
  }
  if ((await livingNodes(parts.houseDb)).length === 0) throw refuse('callsAway');
  if (await diskIsNearlyFull(parts.dataDir)) throw refuse('diskFull');
  if ((await countLive(db, LIVE_CALLS_LIMIT)) >= LIVE_CALLS_LIMIT)
    throw refuse('tooManyCalls', { limit: LIVE_CALLS_LIMIT });
  const id = await db.transaction(async tx => {
    const call = await insertCall(tx, {
      planId: plan.id,
      planVersion: plan.version,
      planName: plan.name,
      lineId: line.id,
      lineName: line.name,
      practice: line.practice,
      phone: judged.phone,
      callerNumber: line.callerNumber,
      variables: input.variables,
      placedBy: session.employeeId,
    });
    await recordAudit(tx, { action: 'call.place', employeeId: session.employeeId, target: call, ip, at });
    return call;
  });
  await parts.wake(DIALLER_CHANNEL, id);
  return id;
};

const list = async (input: InputOf<typeof callEndpoints.list>, context: SignedInContext, houseDb: HouseDb) => {
  const after = cursorOf(input.after);
  if (after === 'bad') throw refuse('badInput', badInputText({ field: 'after', fault: 'shape' }, context.locale));
  const { limit, offset } = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  const [rows, counted] = await Promise.all([
    listCalls(context.db, { limit, after, offset }),
    countCalls(context.db, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  const seen = await seenBy(context, houseDb, shown);
  return {
    list: shown.map(row => rowView(row, seen)),
    total: counted,
    ...(counted > limits.lastRow ? { more: true } : {}),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

/** The live sound, opened by a ticket; a call that is over or not recorded has none. */
const bindListen = (front: Front, dataDir: string): void => {
  bind(front, callEndpoints.listenTicket, async ({ id }, { db, session, at }) => {
    const call = await findStage(db, id);
    if (call === undefined) throw refuse('notFound', { what: '通话' });
    if (call.stage === 'ended') throw refuse('callOver');
    const ticket = front.tickets.issue({ kind: 'listen', merchantId: session.merchantId, subject: id }, at);
    return { url: `${wire.prefix}${LISTEN_PATH}?ticket=${ticket}` };
  });
  bindStream(front, LISTEN_PATH, 'application/octet-stream', async ({ merchantId, subject, signal }) => {
    const db = front.merchantDb(merchantId);
    const call = await findStage(db, subject);
    if (call === undefined || call.stage === 'ended') return null;
    const isOver = async () => (await findStage(db, subject))?.stage === 'ended';
    const file = async () => {
      const name = (await findStage(db, subject))?.file ?? null;
      return name && join(dataDir, 'recordings', `${name}.wav`);
    };
    return Readable.from(liveSound({ file, isOver, signal }), { objectMode: false, highWaterMark: 16_384 });
  });
};

export const bindCalls = (front: Front, parts: CallsParts): void => {
  bind(front, callEndpoints.place, async (input, context) => ({ id: await placeCall(input, context, parts) }));
  bind(front, callEndpoints.hangUp, async ({ id }, { db }) => {
    if (!(await wantHangUp(db, id))) throw refuse('notFound', { what: '通话' });
    await parts.wake(DIALLER_CHANNEL, id);
    return {};
  });
  bind(front, callEndpoints.list, (input, context) => list(input, context, parts.houseDb));
  bind(front, callEndpoints.detail, async ({ id }, context) => {
    const row = await findCall(context.db, id);
    if (row === undefined) throw refuse('notFound', { what: '通话记录' });
    return detailView(row, await seenBy(context, parts.houseDb, [row]), context.locale);
  });
  bindListen(front, parts.dataDir);
};

import { Readable } from 'node:stream';
import { callEndpoints, calleeBecauseText, wire } from '@lianxian/contract';
import { placeIn } from '../../platform/data-places.ts';
import { bind, bindStream, type Front, refuse } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { findStage, wantHangUp } from '../records/index.ts';
import { liveSound } from './listen.ts';
import { type PlaceParts, placeCall } from './place.ts';

const LISTEN_PATH = 'call/listen';

/** The live sound, opened by a ticket; a call that is over or not recorded has none. */
const bindListen = (front: Front, dataDir: string): void => {
  bind(front, callEndpoints.listenTicket, async ({ id }, context) => {
    const { db, session, at } = context;
    const call = await findStage(db, id);
    if (call === undefined) throw refuse('notFound', { what: 'call' });
    if (call.stage === 'ended') throw refuse('callOver');
    await recordAudit(db, { action: 'call.listen', target: id }, auditBy(context));
    const ticket = front.tickets.issue({ kind: 'listen', merchantId: session.merchantId, subject: id }, at);
    return { url: `${wire.prefix}${LISTEN_PATH}?ticket=${ticket}` };
  });
  const sound = { path: LISTEN_PATH, mime: 'application/octet-stream', kind: 'listen', what: 'call' } as const;
  bindStream(front, sound, async ({ merchantId, subject, signal }) => {
    const db = front.merchantDb(merchantId);
    const call = await findStage(db, subject);
    if (call === undefined || call.stage === 'ended') return null;
    const isOver = async () => (await findStage(db, subject))?.stage === 'ended';
    const file = async () => {
      const name = (await findStage(db, subject))?.file ?? null;
      return name && placeIn(dataDir, 'recordings', `${name}.wav`);
    };
    return Readable.from(liveSound({ file, isOver, signal }), { objectMode: false, highWaterMark: 16_384 });
  });
};

export const bindCalls = (front: Front, parts: PlaceParts): void => {
  bind(front, callEndpoints.place, async (input, context) => {
    const { id, mayNot } = await placeCall(input, context, parts);
    return { id, warning: mayNot && calleeBecauseText(mayNot, context.locale) };
  });
  bind(front, callEndpoints.hangUp, async ({ id }, context) => {
    await context.db.transaction(async tx => {
      if (!(await wantHangUp(tx, id))) throw refuse('notFound', { what: 'call' });
      await recordAudit(tx, { action: 'call.hangUp', target: id }, auditBy(context));
    });
    await parts.wake(DIALLER_CHANNEL, id);
    return {};
  });
  bindListen(front, parts.dataDir);
};

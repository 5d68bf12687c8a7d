import { badInputText, type InputOf, type portEndpoints } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { recordAudit } from '../audit/index.ts';
import { readNumber } from '../numbers/index.ts';
import { findLine } from './lines.store.ts';
import { findPort, insertPort, markPortRemoved, updatePort } from './ports.store.ts';

/** Adds or edits a channel group; it is never wider than its line. */
export const savePort = async (
  input: InputOf<typeof portEndpoints.save>,
  { db, session, ip, at, locale }: SignedInContext,
): Promise<string> =>
  await db.transaction(async tx => {
    const line = await findLine(tx, input.lineId);
    if (line === undefined) throw refuse('notFound', { what: '线路' });
    if (input.channels > line.channels)
      throw refuse('badInput', badInputText({ field: 'channels', fault: 'big', limit: line.channels }, locale));
    const existing = input.id === undefined ? null : await findPort(tx, input.id);
    if (existing === undefined) throw refuse('notFound', { what: '语音网关' });
    // A task that calls over it would give up all its numbers as undialable.
    if (existing !== null && existing.practice !== line.practice) throw refuse('portKind');
    const fields = { ...input, callerNumber: readNumber(input.callerNumber) };
    if (input.id !== undefined) await updatePort(tx, input.id, line.id, fields);
    const id = input.id ?? (await insertPort(tx, line.id, fields));
    await recordAudit(tx, { action: 'port.save', employeeId: session.employeeId, target: id, ip, at });
    return id;
  });

export const removePort = async (id: string, { db, session, ip, at }: SignedInContext): Promise<void> => {
  await db.transaction(async tx => {
    if ((await findPort(tx, id)) === undefined) throw refuse('notFound', { what: '语音网关' });
    await markPortRemoved(tx, id, at);
    await recordAudit(tx, { action: 'port.remove', employeeId: session.employeeId, target: id, ip, at });
  });
};

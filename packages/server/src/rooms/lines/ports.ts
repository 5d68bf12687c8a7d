import type { InputOf, portEndpoints } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { readNumber } from '../caller-ids/index.ts';
import { findLine } from './lines.store.ts';
import { countPorts, findPort, insertPort, markPortRemoved, updatePort } from './ports.store.ts';

/** As many as the monitor shows. */
const MOST_PORTS = 1_000;

type PortRow = NonNullable<Awaited<ReturnType<typeof findPort>>>;
const factsOf = (port: PortRow): Facts => ({
  name: port.name,
  lineId: port.lineId,
  callerNumber: port.callerNumber,
  channels: port.channels,
});

/** Adds or edits a channel group; it is never wider than its line. */
export const savePort = async (input: InputOf<typeof portEndpoints.save>, context: SignedInContext): Promise<string> =>
  await context.db.transaction(async tx => {
    const line = await findLine(tx, input.lineId);
    if (line === undefined) throw refuse('notFound', { what: 'line' });
    if (input.channels > line.channels)
      throw refuse('badInput', { field: 'channels', fault: 'big', limit: line.channels });
    const existing = input.id === undefined ? null : await findPort(tx, input.id);
    if (existing === undefined) throw refuse('notFound', { what: 'port' });
    if (existing === null && (await countPorts(tx)) >= MOST_PORTS) throw refuse('portsFull', { limit: MOST_PORTS });
    // A task that calls over it would give up all its numbers as undialable.
    if (existing !== null && existing.practice !== line.practice) throw refuse('portKind');
    const fields = { ...input, callerNumber: readNumber(input.callerNumber) };
    if (input.id !== undefined) await updatePort(tx, input.id, line.id, fields);
    const id = input.id ?? (await insertPort(tx, line.id, fields));
    const after = { name: input.name, lineId: line.id, callerNumber: fields.callerNumber, channels: input.channels };
    const before = existing === null ? undefined : factsOf(existing);
    await recordAudit(tx, { action: 'port.save', target: id, name: input.name, before, after }, auditBy(context));
    return id;
  });

export const removePort = async (id: string, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    const port = await findPort(tx, id);
    if (port === undefined) throw refuse('notFound', { what: 'port' });
    await markPortRemoved(tx, id, context.at);
    await recordAudit(tx, { action: 'port.remove', target: id, before: factsOf(port) }, auditBy(context));
  });
};

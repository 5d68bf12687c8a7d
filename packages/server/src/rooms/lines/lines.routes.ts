import { lineEndpoints, portEndpoints } from '@lianxian/contract';
import { practiceCallees } from '@lianxian/core/simulation';
import { livingDoors, type MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import { bindCallerIds } from '../caller-ids/index.ts';
import { doorOf } from './door.policy.ts';
import { LINES_CHANNEL, type LinesParts } from './line-changes.ts';
import { addressesOfLine } from './line-hosts.ts';
import { countLines, listLineNames, listLines } from './lines.store.ts';
import { enableLine, priceLine, removeLine, saveLine } from './lines.ts';
import { lineRowOf } from './lines.view.ts';
import { countPorts, listPortNames, listPorts, liveByPort } from './ports.store.ts';
import { removePort, savePort } from './ports.ts';

export const bindLines = (front: Front, parts: LinesParts): void => {
  bind(front, lineEndpoints.list, async (input, { db }) => {
    const [rows, total, nodes] = await Promise.all([
      listLines(db, pageOf(input)),
      countLines(db),
      livingDoors(parts.unscopedDb),
    ]);
    const door = doorOf(nodes);
    return { list: rows.map(lineRowOf), total, registrar: parts.registrar, ...(door !== null && { door }) };
  });
  bind(front, lineEndpoints.options, async (input, { db }) => {
    const [list, total] = await Promise.all([listLineNames(db, pageOf(input)), countLines(db)]);
    return { list, total };
  });
  /** Beside the practice line: none, or one that is new. */
  const tellOfOwn = async (db: MerchantDb, most: number): Promise<void> => {
    if ((await countLines(db)) <= most) parts.onOwnLines(db.merchantId);
  };
  bind(front, lineEndpoints.save, async (input, context) => {
    const id = await saveLine(input, context, parts);
    if (input.id === undefined) await tellOfOwn(context.db, 2);
    return { id };
  });
  bind(front, lineEndpoints.enable, async (input, context) => {
    await enableLine(input, context, parts);
    return {};
  });
  bind(front, lineEndpoints.remove, async ({ id }, context) => {
    await removeLine(id, context, parts);
    await tellOfOwn(context.db, 1);
    return {};
  });
  bind(front, lineEndpoints.price, async (input, context) => {
    await priceLine(input, context, parts.unscopedDb);
    return {};
  });
  bind(front, lineEndpoints.callees, async () => ({
    list: practiceCallees.map(({ number, name, says }) => ({ phone: number, name, says })),
  }));
  bindCallerIds(front, {
    unscopedDb: parts.unscopedDb,
    addressesOf: addressesOfLine,
    onContested: parts.onContested,
    onChanged: lineId => parts.wake(LINES_CHANNEL, lineId),
  });
  bindPorts(front);
};

const bindPorts = (front: Front): void => {
  bind(front, portEndpoints.list, async (input, { db }) => {
    const [rows, live, total] = await Promise.all([listPorts(db, pageOf(input)), liveByPort(db.whole), countPorts(db)]);
    const list = rows.map(port => ({
      id: port.id,
      name: port.name,
      lineId: port.lineId,
      lineName: port.lineName,
      practice: port.practice,
      callerNumber: port.callerNumber,
      channels: port.channels,
      live: live.get(port.id) ?? 0,
      lineState: port.state,
    }));
    return { list, total };
  });
  bind(front, portEndpoints.options, async (input, { db }) => {
    const [ports, total] = await Promise.all([listPortNames(db, pageOf(input)), countPorts(db)]);
    return { list: ports.map(({ state, ...port }) => ({ ...port, lineState: state })), total };
  });
  bind(front, portEndpoints.save, async (input, context) => ({ id: await savePort(input, context) }));
  bind(front, portEndpoints.remove, async ({ id }, context) => {
    await removePort(id, context);
    return {};
  });
};

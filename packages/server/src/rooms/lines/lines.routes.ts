import { lineEndpoints, portEndpoints } from '@lianxian/contract';
import { practiceCallees } from '@lianxian/core/simulation';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { countLines, listLines } from './lines.store.ts';
import { priceLine, removeLine, saveLine } from './lines.ts';
import { countPorts, listPorts, liveByPort } from './ports.store.ts';
import { removePort, savePort } from './ports.ts';

export interface LinesParts {
  readonly houseDb: HouseDb;
  readonly secrets: Secrets;
}

export const bindLines = (front: Front, { houseDb, secrets }: LinesParts): void => {
  bind(front, lineEndpoints.list, async (input, { db }) => {
    const rows = await listLines(db, pageOf(input));
    const list = rows.map(line => ({
      id: line.id,
      name: line.name,
      address: line.address,
      username: line.username,
      callerNumber: line.caller_number,
      practice: line.practice,
      hasPassword: line.password_sealed !== null,
      channels: line.channels,
      callsPerSecond: line.calls_per_second,
      pricePerMinute: line.price_per_minute,
    }));
    return { list, total: await countLines(db) };
  });
  bind(front, lineEndpoints.save, async (input, context) => ({ id: await saveLine(input, context, secrets) }));
  bind(front, lineEndpoints.remove, async ({ id }, context) => {
    await removeLine(id, context);
    return {};
  });
  bind(front, lineEndpoints.price, async (input, context) => {
    await priceLine(input, context, houseDb);
    return {};
  });
  bind(front, lineEndpoints.callees, async () => ({
    list: practiceCallees.map(({ number, name, says }) => ({ phone: number, name, says })),
  }));
  bindPorts(front);
};

const bindPorts = (front: Front): void => {
  bind(front, portEndpoints.list, async (input, { db }) => {
    const [rows, live, total] = await Promise.all([listPorts(db, pageOf(input)), liveByPort(db), countPorts(db)]);
    const list = rows.map(port => ({
      id: port.id,
      name: port.name,
      lineId: port.line_id,
      lineName: port.line_name,
      practice: port.practice,
      callerNumber: port.caller_number,
      channels: port.channels,
      live: live.get(port.id) ?? 0,
    }));
    return { list, total };
  });
  bind(front, portEndpoints.save, async (input, context) => ({ id: await savePort(input, context) }));
  bind(front, portEndpoints.remove, async ({ id }, context) => {
    await removePort(id, context);
    return {};
  });
};

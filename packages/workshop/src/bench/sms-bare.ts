/// <reference path="../../../server/src/carriers/smpp/library.d.ts" />
/** The library alone, for the figure `sms`: it submits a message so many times over one connection, by a window. Told by message. */
import { once } from 'node:events';
import { connect } from 'smpp';
import { z } from 'zod';

const order = z.object({
  port: z.number(),
  text: z.string(),
  window: z.number(),
  warm: z.number(),
  messages: z.number(),
});

process.once('message', async message => {
  const { port, text, window, warm, messages } = order.parse(message);
  const session = connect({ host: '127.0.0.1', port });
  await once(session, 'connect');
  await new Promise<void>(
    resolve => void session.bind_transceiver({ system_id: 'bench', password: '' }, () => resolve()),
  );
  const short_message = Buffer.from(text, 'utf16le').swap16();
  const submitAll = (count: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let [begun, answered] = [0, 0];
    const next = (): void => {
      if (begun === count) return;
      const destination_addr = String(13_700_000_000 + begun++);
      session.submit_sm(
        { source_addr: '10690', destination_addr, registered_delivery: 1, data_coding: 8, short_message },
        () => {
          answered += 1;
          if (answered === count) resolve();
          else next();
        },
      );
    };
    for (let n = 0; n < window; n += 1) next();
    return promise;
  };
  await submitAll(warm);
  const before = process.cpuUsage();
  await submitAll(messages);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.once('disconnect', () => process.exit(0));

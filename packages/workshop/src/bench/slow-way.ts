import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on loopback on which every byte takes so long, there and back together. */
interface SlowWay {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export const openSlowWay = async (toPort: number, roundTripMs: number): Promise<SlowWay> => {
  const open = new Set<Socket>();
  /** In order: timers of one length fire as they were set. */
  const pass = (from: Socket, to: Socket): void => {
    open.add(from);
    from.setNoDelay(true);
    from.on('data', bytes => setTimeout(() => to.writable && to.write(bytes), roundTripMs / 2));
    from.on('close', () => {
      open.delete(from);
      setTimeout(() => to.end(), roundTripMs);
    });
    from.on('error', () => from.destroy());
  };
  const server = createServer(near => {
    const far = connect(toPort, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the slow way has no port');
  return {
    port: at.port,
    close: () =>
      new Promise(resolve => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

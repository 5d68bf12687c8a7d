import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fromRelay, type SeenCall, type ToRelay } from './relay-words.ts';

/** The network as its relay saw it; the relay itself is another process. */
export interface Relay {
  readonly port: number;
  readonly calls: () => readonly SeenCall[];
  /** The next call of which this is true, from now on; rejects after the limit. */
  readonly next: (what: string, is: (call: SeenCall) => boolean, limitMs: number) => Promise<SeenCall>;
  readonly hold: () => void;
  readonly letGo: (forward: boolean) => void;
  readonly close: () => void;
}

const START_LIMIT_MS = 20_000;

export const openRelay = async (carrierPort: number): Promise<Relay> => {
  const child = fork(fileURLToPath(new URL('./relay-process.ts', import.meta.url)), [`${carrierPort}`]);
  const calls = new Map<string, SeenCall>();
  const waiting = new Set<(call: SeenCall) => void>();
  const port = await opened(child);
  child.on('message', message => {
    const said = fromRelay.parse(message);
    if (said.type !== 'call') return;
    calls.set(said.call.callId, said.call);
    for (const look of [...waiting]) look(said.call);
  });
  const tell = (message: ToRelay): void => void child.send(message);
  return {
    port,
    calls: () => [...calls.values()],
    next: (what, is, limitMs) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`the wire showed no ${what} within ${limitMs} ms`));
        }, limitMs);
        const look = (call: SeenCall): void => {
          if (!is(call)) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(call);
        };
        waiting.add(look);
      }),
    hold: () => tell({ type: 'hold' }),
    letGo: forward => tell({ type: 'letGo', forward }),
    close: () => void child.kill('SIGKILL'),
  };
};

const opened = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the relay did not start')), START_LIMIT_MS);
    child.once('message', message => {
      clearTimeout(late);
      const said = fromRelay.parse(message);
      if (said.type === 'open') resolve(said.port);
      else reject(new Error('the relay spoke before it was open'));
    });
  });

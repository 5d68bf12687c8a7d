import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PhonesOrder, PhonesState } from './phones-process.ts';

/** Telephones of seats in a process of their own (`phones-process.ts`). */
export interface Phones {
  /** Rejects with what the process said. */
  readonly order: <T>(order: PhonesOrder) => Promise<T>;
  readonly look: () => Promise<PhonesState>;
  readonly close: () => void;
}

interface Waiting {
  readonly settle: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export const startPhones = (): Phones => {
  const child: ChildProcess = fork(fileURLToPath(new URL('./phones-process.ts', import.meta.url)));
  const waiting = new Map<number, Waiting>();
  let serial = 0;
  child.on('message', message => {
    const { id, answer, error } = message as { readonly id: number; readonly answer: unknown; readonly error?: string };
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.settle(answer);
    else asked?.reject(new Error(error));
  });
  child.on('exit', code => {
    for (const { reject } of waiting.values()) reject(new Error(`the telephones ended with ${code}`));
  });
  const order: Phones['order'] = wanted =>
    new Promise((settle, reject) => {
      if (!child.connected) return reject(new Error('the telephones are closed'));
      waiting.set(serial, { settle: settle as (answer: unknown) => void, reject });
      child.send({ id: serial, order: wanted });
      serial += 1;
    });
  return { order, look: () => order<PhonesState>({ type: 'look' }), close: () => child.kill() };
};

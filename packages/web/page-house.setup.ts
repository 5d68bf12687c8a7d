import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Where the house of the page tests answers, once it does: the dev server passes the pages' requests on to it. */
export interface PageHouse {
  readonly house: number;
  readonly door: number;
}
const variable = 'LIANXIAN_PAGE_HOUSE';
/** vitest loads a project's plugins and its setup apart, in one process. */
export const pageHouse = (): PageHouse | null => JSON.parse(process.env[variable] ?? 'null') as PageHouse | null;

const program = join(import.meta.dirname, '../server/test/page-house/main.ts');

/** Starts the house for a run of page tests (vitest globalSetup); it ends with the channel to it. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { promise: ready, resolve, reject } = Promise.withResolvers<PageHouse>();
  const house = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise<void>(done => house.once('exit', () => done()));
  house.once('message', message => resolve(message as PageHouse));
  house.once('exit', code => reject(new Error(`the house of the page tests ended with ${code}`)));
  process.env[variable] = JSON.stringify(await ready);
  return async () => {
    house.disconnect();
    await ended;
  };
};

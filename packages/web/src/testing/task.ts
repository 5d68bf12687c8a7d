import { endpoints } from '@lianxian/contract';
import type { Person } from './house.ts';

const always = Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]);

/** A task over the practice line, with the newest plan; it has no numbers yet and was not started. Its id. */
export const newTask = async ({ ask }: Pick<Person, 'ask'>, name: string): Promise<string> => {
  const [plan] = (await ask(endpoints.plan.options, {})).list;
  const [port] = (await ask(endpoints.port.options, {})).list;
  const calls = { planId: plan!.id, ports: [{ portId: port!.id, channels: 1 }], concurrency: 1, ringTimeoutS: 30 };
  return (await ask(endpoints.task.save, { name, ...calls, windows: always, retries: {} })).id;
};

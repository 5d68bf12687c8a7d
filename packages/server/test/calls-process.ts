import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type Config, cloneDir, configMessage } from '../src/config.ts';
import { voiceCommand } from './voice-program.ts';

/** The calls role as a process of its own, to be killed. */
export interface CallsProcess {
  readonly pid: number;
  readonly mediaWorkers: readonly number[];
  readonly sipPort: number;
  /** No farewell: SIGKILL. Resolves when it is gone. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** What its supervisor would say. */
  readonly order: (order: { readonly type: 'drain'; readonly limitMs: number } | { readonly type: 'hurry' }) => void;
  /** How many calls it said were left, each time it said so. */
  readonly left: readonly number[];
  /** Its exit code. */
  readonly gone: Promise<number | null>;
}

/** `nodeOptions`: of the process and of what it starts. */
export const startCallsProcess = async (config: Config, nodeOptions = ''): Promise<CallsProcess> => {
  const child = fork(join(cloneDir, 'packages/server/src/main.ts'), ['--role', 'calls'], {
    env: {
      ...process.env,
      VOICE_COMMAND: voiceCommand,
      ...(nodeOptions === '' ? {} : { NODE_OPTIONS: nodeOptions }),
    },
  });
  child.send(configMessage(config));
  const gone = new Promise<number | null>(resolve => {
    child.once('exit', resolve);
  });
  const info = await new Promise<{ mediaWorkers: number[]; sipPort: number }>((resolve, reject) => {
    child.once('message', message => resolve(message as { mediaWorkers: number[]; sipPort: number }));
    child.once('exit', code => reject(new Error(`calls ended with ${code}`)));
  });
  const left: number[] = [];
  child.on('message', message => {
    if (typeof message === 'object' && 'count' in message) left.push(Number(message.count));
  });
  const order: CallsProcess['order'] = told => {
    if (child.connected) child.send(told);
  };
  return {
    pid: child.pid!,
    mediaWorkers: info.mediaWorkers,
    sipPort: info.sipPort,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      order({ type: 'drain', limitMs: 10_000 });
      await gone;
    },
    order,
    left,
    gone,
  };
};

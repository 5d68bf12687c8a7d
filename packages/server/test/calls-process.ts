import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type Config, cloneDir } from '../src/config.ts';
import { voiceCommand } from './calls.ts';

/** The calls role as a process of its own, to be killed. */
export interface CallsProcess {
  readonly mediaWorkers: readonly number[];
  readonly sipPort: number;
  /** No farewell: SIGKILL. Resolves when it is gone. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const startCallsProcess = async (config: Config): Promise<CallsProcess> => {
  const child = fork(join(cloneDir, 'packages/server/src/main.ts'), ['--role', 'calls'], {
    env: { ...process.env, LIANXIAN_CONFIG: JSON.stringify(config), VOICE_COMMAND: voiceCommand },
  });
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
  });
  const info = await new Promise<{ mediaWorkers: number[]; sipPort: number }>((resolve, reject) => {
    child.once('message', message => resolve(message as { mediaWorkers: number[]; sipPort: number }));
    child.once('exit', code => reject(new Error(`calls ended with ${code}`)));
  });
  return {
    mediaWorkers: info.mediaWorkers,
    sipPort: info.sipPort,
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
    stop: () => {
      if (child.connected) child.send({ type: 'drain', limitMs: 10_000 });
      return gone;
    },
  };
};

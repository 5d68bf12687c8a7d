import { execFileSync } from 'node:child_process';

/** As media workers run where the system allows it: the floor must not wait for others where they do not. */
export const AS_A_WORKER = 1;
/** What measures goes before what is measured, else its own waiting is in the figure. */
export const AS_A_FAR_END = 2;

/** Schedules this process in real time; where that is not allowed (no root, no CAP_SYS_NICE) all run alike. */
export const goAhead = (priority: number): void => {
  try {
    const wish = ['--rr', '--reset-on-fork', '--all-tasks', '--pid', `${priority}`, `${process.pid}`];
    execFileSync('chrt', wish, { stdio: 'ignore' });
  } catch {
    process.stderr.write('this process may not go ahead of others: on a busy machine its figures hold their waiting\n');
  }
};

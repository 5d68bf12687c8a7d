import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';

/** Among real-time processes the humblest: it goes before ordinary ones alone. */
const REAL_TIME_PRIORITY = '1';
/** Where there is no real-time scheduling: before the ordinary ones of its session. */
const NICE = -10;
const CHRT_LIMIT_MS = 5_000;

/**
 * For a process that owns calls' sound: a media worker, the practice carrier. Packets are due every 20 ms whatever else
 * the machine does, the database and a million-row sheet included. It takes a fifth of a core, so it is scheduled in real time (round robin; Node has no call for it, util-linux's
 * `chrt` has) where the system allows it: root, CAP_SYS_NICE or an rtprio limit. Else it is made less nice, else it is a
 * process like any other, with longer gaps on a busy machine. What it starts is ordinary again, and the kernel keeps a
 * twentieth of a core from a real-time process that never rests.
 */
export const goAhead = (): void => {
  const wish = ['--rr', '--reset-on-fork', '--pid', REAL_TIME_PRIORITY, `${process.pid}`];
  execFile('chrt', wish, { timeout: CHRT_LIMIT_MS }, refused => {
    if (!refused) return;
    try {
      setPriority(NICE);
    } catch {
      // Neither is allowed: calls work all the same.
    }
  });
};

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Among real-time processes the humblest: it goes before ordinary ones alone. */
const REAL_TIME_PRIORITY = '1';
/** Without real-time scheduling: before the ordinary ones of its session. */
const NICE = -10;
const ORDINARY = 0;
const CHRT_LIMIT_MS = 5_000;

/**
 * For a process that owns calls' sound: a media worker, the practice carrier. Packets are due every 20 ms whatever else
 * the machine does, the database and a million-row sheet included. It takes a fifth of a core, so it is scheduled in real time (round robin; Node has no call for it, util-linux's
 * `chrt` has) where the system allows it: root, CAP_SYS_NICE or an rtprio limit. Else it is made less nice, else it is a
 * process like any other, with longer gaps on a busy machine. What it starts is ordinary again, and the kernel keeps a
 * twentieth of a core from a real-time process that never rests.
 *
 * Linux schedules threads, not processes: all of them go ahead. The one that sends packets waits for those that help it to
 * collect garbage; beside six busy loops it was up to 415 ms late while they were ordinary, 13 ms since.
 */
export const goAhead = (): void => {
  const wish = ['--rr', '--reset-on-fork', '--all-tasks', '--pid', REAL_TIME_PRIORITY, `${process.pid}`];
  execFile('chrt', wish, { timeout: CHRT_LIMIT_MS }, refused => {
    if (refused) comeFirst();
  });
};

/**
 * For the process that holds the calls' signalling: an answer that waits for a busy processor is a recording that begins
 * too late and a callee who hears nothing. It computes more than sound does, so it goes before ordinary processes but
 * never before the sound. What it starts is as it is, until `fallBack`.
 */
export const comeFirst = (): void => {
  for (const thread of ownThreads()) {
    try {
      setPriority(thread, NICE);
    } catch {
      // Not allowed, or gone: calls work all the same.
    }
  }
};

const WHOLE_PROCESS = 0;
const ownThreads = (): readonly number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [WHOLE_PROCESS];
  }
};

/** A child that computes for long (the voice) is a process like any other, whoever starts it. */
export const fallBack = (pid: number): void => {
  try {
    setPriority(pid, ORDINARY);
  } catch {
    // It has ended meanwhile.
  }
};

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freeUdpPort } from '../../../interop/sipp.ts';
import { cpuSecondsOf, stolenSeconds } from '../cpu.ts';
import { cloneDir } from '../figures.ts';

/**
 * What an outbound set-up costs (INVITE, answers, ACK, BYE): ours with and without media, sipp as a caller that only plays
 * a scenario, and Kamailio that only passes the same messages on. All against sipp's own answering scenario, one after
 * the other, at the same rate.
 */
const ours = z.object({
  setups: z.number(),
  perSecond: z.number(),
  failed: z.number(),
  cpuMsPerSetup: z.number(),
  waitP95Ms: z.number().nullable(),
});
type OwnSetups = z.infer<typeof ours>;

interface SetupFigure {
  readonly sipAlone: OwnSetups;
  readonly withMedia: OwnSetups;
  readonly sippMsPerSetup: number;
  readonly kamailioMsPerSetup: number;
  readonly stolenSeconds: number;
}

const run = promisify(execFile);
const POLL_MS = 100;

const startAnswering = async (): Promise<{ readonly port: number; readonly stop: () => void }> => {
  const port = await freeUdpPort();
  const media = await freeUdpPort();
  const child = spawn('sipp', ['-sn', 'uas', '-i', '127.0.0.1', '-p', `${port}`, '-mp', `${media}`, '-nostdin'], {
    stdio: 'ignore',
  });
  await delay(500);
  return { port, stop: () => void child.kill('SIGKILL') };
};

/** The processor time of a process to its end, as last seen before it. */
const cpuToEnd = async (child: ChildProcess): Promise<number> => {
  let seen = 0;
  while (child.exitCode === null && child.signalCode === null) {
    seen = Math.max(seen, cpuSecondsOf(child.pid!));
    await delay(POLL_MS);
  }
  if (child.exitCode !== 0) throw new Error(`sipp ended with ${child.exitCode ?? child.signalCode}`);
  return seen;
};

/** sipp's own caller through `port`; CPU seconds it took. */
const sippCalls = async (port: number, rate: number, seconds: number): Promise<number> => {
  const [own, media] = [await freeUdpPort(), await freeUdpPort()];
  const wanted = ['-r', `${rate}`, '-m', `${rate * seconds}`, '-d', '0'];
  const child = spawn(
    'sipp',
    ['-sn', 'uac', `127.0.0.1:${port}`, '-i', '127.0.0.1', '-p', `${own}`, '-mp', `${media}`, '-nostdin', ...wanted],
    { stdio: 'ignore' },
  );
  return await cpuToEnd(child);
};

const own = async (port: number, rate: number, seconds: number, media: boolean): Promise<OwnSetups> => {
  const bench = join(cloneDir, 'packages/telephony/bench/setups.ts');
  const { stdout } = await run(process.execPath, [bench, `${port}`, `${rate}`, `${seconds}`, media ? 'media' : 'sip']);
  return ours.parse(JSON.parse(stdout));
};

/** A proxy that keeps transactions and stays on the path, as one stands before a carrier. */
const kamailioConfig = (port: number, target: number): string => `
debug=0
log_stderror=no
children=1
listen=udp:127.0.0.1:${port}
loadmodule "tm.so"
loadmodule "sl.so"
loadmodule "rr.so"
loadmodule "pv.so"
loadmodule "maxfwd.so"
loadmodule "textops.so"
loadmodule "siputils.so"
request_route {
  if (is_method("INVITE") && !has_totag()) { record_route(); }
  if (has_totag()) { loose_route(); }
  $du = "sip:127.0.0.1:${target}";
  t_relay();
}
`;

const passOn = async (target: number, rate: number, seconds: number): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-kamailio-'));
  const port = await freeUdpPort();
  const config = join(folder, 'kamailio.cfg');
  await writeFile(config, kamailioConfig(port, target));
  const child = spawn('kamailio', ['-f', config, '-DD', '-Y', folder, '-P', join(folder, 'pid')], { stdio: 'ignore' });
  try {
    await delay(1_500);
    const family = async () => {
      const { stdout } = await run('pgrep', ['-P', `${child.pid}`]).catch(() => ({ stdout: '' }));
      const pids = [child.pid!, ...stdout.split('\n').filter(Boolean).map(Number)];
      return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
    };
    const before = await family();
    await sippCalls(port, rate, seconds);
    return (((await family()) - before) * 1_000) / (rate * seconds);
  } finally {
    child.kill('SIGTERM');
    await delay(300);
    await rm(folder, { recursive: true, force: true });
  }
};

export const measureSetups = async (rate: number, seconds: number): Promise<SetupFigure> => {
  const stolen = stolenSeconds();
  const answering = await startAnswering();
  try {
    return {
      sipAlone: await own(answering.port, rate, seconds, false),
      withMedia: await own(answering.port, rate, seconds, true),
      sippMsPerSetup: ((await sippCalls(answering.port, rate, seconds)) * 1_000) / (rate * seconds),
      kamailioMsPerSetup: await passOn(answering.port, rate, seconds),
      stolenSeconds: stolenSeconds() - stolen,
    };
  } finally {
    answering.stop();
  }
};

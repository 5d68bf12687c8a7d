/**
 * Started as root, the house keeps root for its supervisor and the database's process (which changes to an account of its
 * own); all that speaks with the outside works as an account that owns nothing else. Of root's powers it keeps one, to be
 * scheduled in real time, and where ports below 1024 were set a second one, to bind them.
 *
 *   setpriv with both ─▶ setpriv without real time ─▶ plain change of user ─▶ stays root, and says so
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Config, cloneDir } from '../config.ts';
import { partsPlaces, placeIn } from '../platform/data-places.ts';
import { type Account, findAccount } from '../platform/db/embedded/account.ts';
import type { TlsFiles } from './certificate.ts';
import { SHARED_MODE } from './data-dir.ts';

/** How a process is started as the account. */
export interface Lowered {
  readonly account: Account;
  /** Program and what stands before the script; '' and [] for node itself. */
  readonly before: readonly string[];
  /** With a plain change of user only. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Where compiled code is kept: the clone's own folder is root's. */
  readonly compileCache: string;
}

/** One made for us, else the account that owns nothing at all; PostgreSQL's own account is not ours to share. */
const candidates = ['lianxian', 'nobody'];
/** The first of them that this machine has. */
export const partsAccount = (): Promise<Account | null> => findAccount(candidates);
const PROBE_LIMIT_MS = 20_000;
/** Ports below are root's (or whoever's the system says). */
const LOW_PORTS = 1_024;

const give = (path: string, { uid, gid }: Account): void => {
  const found = lstatSync(path);
  if (found.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), { uid, gid, name: '' });
  lchownSync(path, uid, gid);
};

/**
 * Makes the data folder one in which the account may add and change its own, and no file of root's be renamed or removed
 * (sticky). What an earlier release wrote there as root is given over once; what is none of the house's stays as it is.
 */
const handOver = (dataDir: string, account: Account): void => {
  chownSync(dataDir, 0, account.gid);
  chmodSync(dataDir, SHARED_MODE);
  for (const place of partsPlaces) {
    const found = lstatSync(placeIn(dataDir, place), { throwIfNoEntry: false });
    if (found !== undefined && found.uid !== account.uid) give(placeIn(dataDir, place), account);
  }
};

/** A certificate's files are root's: the account gets copies of its own. */
const readableTls = (files: TlsFiles | null, dataDir: string, { uid, gid }: Account): TlsFiles | null => {
  if (files === null) return null;
  const folder = join(dataDir, 'tls');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const copy = (from: string, name: string): string => {
    const to = join(folder, name);
    const bytes = readFileSync(from);
    rmSync(to, { force: true });
    writeFileSync(to, bytes, { flag: 'wx', mode: 0o400 });
    chownSync(to, uid, gid);
    return to;
  };
  return { certFile: copy(files.certFile, 'parts-cert.pem'), keyFile: copy(files.keyFile, 'parts-key.pem') };
};

const waysOf = (account: Account, hasLowPorts: boolean): readonly Pick<Lowered, 'before' | 'ids'>[] => {
  const { uid, gid } = account;
  const bind = hasLowPorts ? ['net_bind_service'] : [];
  const withPowers = (powers: readonly string[]): Pick<Lowered, 'before' | 'ids'> => {
    const kept = ['-all', ...powers.map(power => `+${power}`)].join(',');
    const who = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    return { before: ['setpriv', ...who, `--inh-caps=${kept}`, `--ambient-caps=${kept}`], ids: {} };
  };
  const plain = { before: [], ids: { uid, gid } };
  return [withPowers(['sys_nice', ...bind]), hasLowPorts ? withPowers(bind) : plain];
};

/** Can the account read the program and reach the data? Tried, not guessed: a home above may be closed to it. */
const works = async ({ before, ids }: Pick<Lowered, 'before' | 'ids'>, dataDir: string): Promise<boolean> => {
  const script = `const { accessSync, constants } = require('node:fs');
    accessSync(process.argv[1], constants.R_OK); accessSync(process.argv[2], constants.W_OK | constants.X_OK)`;
  const [program = '', ...rest] = [...before, process.execPath, '-e', script];
  const seen = [join(cloneDir, 'packages/server/src/main.ts'), dataDir];
  return await promisify(execFile)(program, [...rest, ...seen], { ...ids, timeout: PROBE_LIMIT_MS, cwd: '/' }).then(
    () => true,
    () => false,
  );
};

const portsOf = ({ port, sip }: Config): readonly (number | null)[] => [
  ...[port, sip.port, sip.tlsPort],
  ...[sip.wssPort, sip.webRtcPort, sip.stunPort],
];

const stay = (name: string): string =>
  `  注意：用户 ${name} 读不到程序（${cloneDir}）或用不了这些端口，各进程仍以 root 运行。请把程序放到 /opt 这样的地方，或用普通用户启动。`;

/** Whom the parts run as; null: as we do. `config` comes back with files that the account can read. */
export const lowerParts = async (
  config: Config,
  say: (line: string) => void,
): Promise<{ readonly lowered: Lowered | null; readonly config: Config }> => {
  if (process.getuid?.() !== 0) return { lowered: null, config };
  const { dataDir } = config;
  const account = await partsAccount();
  if (account === null) return { lowered: null, config };
  handOver(dataDir, account);
  const hasLowPorts = portsOf(config).some(port => port !== null && port < LOW_PORTS);
  for (const way of waysOf(account, hasLowPorts)) {
    if (!(await works(way, dataDir))) continue;
    const tls = readableTls(config.tls ?? config.sip.certificate, dataDir, account);
    const sip = { ...config.sip, certificate: config.sip.certificate && tls };
    return {
      lowered: { account, ...way, compileCache: placeIn(dataDir, 'cache') },
      config: { ...config, tls: config.tls && tls, sip },
    };
  }
  say(stay(account.name));
  return { lowered: null, config };
};

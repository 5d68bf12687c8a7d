import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config, Settings } from '../config.ts';
import type { Child, ChildListener } from './child.ts';
import type { Lowered } from './lower.ts';
import { openPart, type PartName, partWords } from './parts.ts';
import type { Settled } from './settle.ts';

/** All processes of one running installation, and what they were told. */
export interface House {
  readonly settings: Settings;
  /** How far the SIP port listened when calls got ready, as its process said. */
  sipDoor: string;
  /** Changes while the house starts: a port that was lost meanwhile, the database's address. */
  config: Config;
  readonly logDir: string | null;
  readonly parts: Readonly<Record<PartName, Child>>;
  /** Aborted when a part died too often: the house ends with an exit code ≠ 0. */
  readonly broken: AbortSignal;
  readonly releasePorts: () => void;
}

/** After the last talk, or after the hang-up that ends it: BYE, recordings, records (the dialler's 11 s), and a bit. */
const SETTLE_CALLS_MS = 15_000;
const DRAIN_OTHERS_MS = 5_000;
const DRAIN_DATABASE_MS = 35_000;

/** What the database's process has to say to the operator. */
const toldWarnings = z.array(z.string()).default([]);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const partNames = Object.keys(partWords) as readonly PartName[];

/** Makes the parts without starting any. */
export const openHouse = (settings: Settings, { config, rtp }: Settled, lowered: Lowered | null): House => {
  const breaking = new AbortController();
  setMaxListeners(0, breaking.signal);
  const logDir = settings.logTo === 'file' ? join(settings.dataDir, 'log') : null;
  const listenerOf = (name: PartName): ChildListener => ({
    onReady: info => {
      if (name === 'calls') house.sipDoor = String(info.sipDoor);
      if (name !== 'database') return;
      learnDatabase(String(info.databaseUrl));
      for (const warning of toldWarnings.parse(info.warnings)) say(warning);
    },
    onLeft: count => say(`  仍有 ${count} 路通话，等它们结束…（再按一次 Ctrl-C 挂断）`),
    onDied: (because, restartInMs) =>
      say(`${partWords[name]}（${name}）退出了：${because}；${restartInMs / 1_000} 秒后重启。`),
    onGivenUp: because => {
      say(
        `${partWords[name]}（${name}）一再退出：${because}，不再重启${logDir === null ? '' : `，日志在 ${logDir}`}。`,
      );
      // Ordinary lines work without the practice carrier; without any other part the house is none.
      if (name !== 'practice') breaking.abort();
    },
  });
  // The database's own process is told what the operator set, not what it found itself; the owner's address is for it alone.
  const configOf = (name: PartName): Config =>
    name === 'database'
      ? { ...house.config, databaseUrl: settings.databaseUrl ?? '' }
      : { ...house.config, databaseOwnerUrl: null };
  const part = (name: PartName): Child =>
    openPart(name, { config: () => configOf(name), lowered, logDir }, listenerOf(name));
  const parts = Object.fromEntries(partNames.map(name => [name, part(name)])) as Record<PartName, Child>;
  const house: House = {
    settings,
    config,
    logDir,
    parts,
    broken: breaking.signal,
    sipDoor: 'fixed',
    releasePorts: rtp.release,
  };
  const learnDatabase = (databaseUrl: string): void => {
    const moved = house.config.databaseUrl !== '' && house.config.databaseUrl !== databaseUrl;
    house.config = { ...house.config, databaseUrl };
    if (moved) renewRoles(house);
  };
  return house;
};

/** Ends the three roles; they are started again at once, with what is known by then. */
export const renewRoles = ({ parts }: House): void => {
  for (const part of [parts.calls, parts.jobs, parts.web]) part.renew();
};

/** In order: whoever still needs another one goes first. */
export const stopHouse = async ({ parts, settings, releasePorts }: House): Promise<void> => {
  await parts.calls.stop(settings.drainSeconds * 1_000 + SETTLE_CALLS_MS);
  await Promise.all([parts.web, parts.jobs, parts.practice].map(part => part.stop(DRAIN_OTHERS_MS)));
  await parts.database.stop(DRAIN_DATABASE_MS);
  releasePorts();
};

/** Talks are not waited for any longer: they are hung up and filed. */
export const hurryHouse = ({ parts }: House): void => parts.calls.hurry();

/** The database is only let go of: it closes itself cleanly when its channel does. */
export const killHouse = ({ parts }: House): void => {
  for (const part of [parts.calls, parts.web, parts.jobs, parts.practice]) part.killNow();
};

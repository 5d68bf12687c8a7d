import { type ProviderSettings, smsProviderLimits } from '@lianxian/contract';
import { providerRestMs } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { ringBell } from '../bell/index.ts';
import { type KeptProvider, openableProviders, secretContext } from '../sms-providers/index.ts';
import type { Carrier, Handed, OpenCarrier, Outgoing } from './carrier.ts';
import { isNotNow, isOfProvider, type ProviderNow } from './judge.policy.ts';
import { keepReplies } from './replies.ts';
import { noteHealth } from './settle.store.ts';
import { noteReports } from './settle.ts';

/** The providers of one merchant, open, with what each has on its way. */
interface DeskParts {
  readonly db: UnscopedDb;
  readonly secrets: Secrets;
  readonly open: OpenCarrier;
  readonly now: () => number;
}

interface OpenProvider {
  readonly kept: KeptProvider;
  readonly carrier: Carrier;
  underWay: number;
  /** Switched off, or changed: what is on its way is answered, and nothing more goes this way. */
  leaves: 'off' | 'changed' | null;
  failures: number;
  /** Monotonic; nothing is handed to it before. */
  restsUntil: number;
  /** When it answered last, or was given something while it had nothing. */
  heardAt: number;
  /** What it may take now, and since when that is counted. */
  allowance: number;
  countedAt: number;
  noted: number;
}

const WINDOW = 50;
const NOTED_EVERY_MS = 10_000;
const THROTTLED_MS = 1_000;
/** Who has all that he may have and answers nothing for so long is passed by until he does. */
const SILENT_MS = 5_000;
const PASSED_BY_MS = 1_000;

const windowOf = (settings: ProviderSettings): number => (settings.kind === 'smpp' ? settings.window : WINDOW);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const needsCode = (settings: ProviderSettings): boolean =>
  settings.kind === 'http' && `${settings.url} ${settings.body}`.includes(`\${template}`);

export interface Desk {
  /** Reads who carries, and opens and closes what changed. */
  readonly read: () => Promise<void>;
  /** Those that were read last, as they are at this moment. */
  readonly providers: () => readonly ProviderNow[];
  /** In about so long a window of theirs may be filled anew. */
  readonly windowMs: () => number;
  readonly send: (
    providerId: string,
    message: Outgoing,
  ) => Promise<{ readonly answer: Handed; readonly free: boolean }>;
  readonly close: () => Promise<void>;
}

/** Rings once when it begins to rest, however often it fails then, and once when it is well again. */
const tellHealth = (
  db: UnscopedDb,
  key: { readonly merchantId: string; readonly id: string },
  how: Parameters<typeof noteHealth>[2],
): Promise<void> =>
  inTransaction(db, async tx => {
    const was = await noteHealth(tx, key, how);
    if (was === undefined) return;
    const [rested, rests] = [was.failures, how.failures].map(failures => providerRestMs(failures) > 0);
    if (rested === rests) return;
    const facts = { name: was.name, what: rests ? 'rests' : 'back' };
    await ringBell(tx, { merchantId: key.merchantId, kind: 'smsProvider', about: key.id, facts });
  });

export const openDesk = (merchantId: string, { db, secrets, open, now }: DeskParts): Desk => {
  const providers = new Map<string, OpenProvider>();
  const ending = new AbortController();

  const begin = (kept: KeptProvider): OpenProvider => {
    const { id, settings, secretSealed, failures, restsUntil } = kept;
    const secret = secretSealed === null ? '' : secrets.open(secretSealed, secretContext(merchantId, id));
    const key = { merchantId, providerId: id };
    const carrier = open(
      { merchantId, id, settings, secret },
      {
        reports: reports => noteReports(db, key, reports),
        replies: replies => keepReplies(db, key, replies),
      },
    );
    const restMs = restsUntil === null ? 0 : restsUntil.getTime() - Date.now();
    const pace = { allowance: kept.perSecond, countedAt: now(), noted: Number.NEGATIVE_INFINITY };
    return {
      kept,
      carrier,
      underWay: 0,
      leaves: null,
      failures,
      restsUntil: now() + Math.max(0, restMs),
      heardAt: now(),
      ...pace,
    };
  };

  const roomOf = (provider: OpenProvider): number => {
    const { kept, underWay } = provider;
    const at = now();
    const grown = provider.allowance + ((at - provider.countedAt) / 1_000) * kept.perSecond;
    provider.allowance = Math.min(kept.perSecond, grown);
    provider.countedAt = at;
    return Math.min(windowOf(kept.settings) - underWay, Math.floor(provider.allowance), smsProviderLimits.mostWindow);
  };

  const isSilent = ({ kept, underWay, heardAt }: OpenProvider): boolean =>
    underWay >= windowOf(kept.settings) && now() - heardAt > SILENT_MS;

  const read = async (): Promise<void> => {
    const found = await openableProviders(merchantDb(db, merchantId));
    for (const [id, provider] of providers) {
      const same = found.find(one => one.id === id);
      if (same?.changedAt.getTime() === provider.kept.changedAt.getTime()) continue;
      provider.leaves = same === undefined ? 'off' : 'changed';
      if (provider.underWay > 0) continue;
      providers.delete(id);
      await provider.carrier.close();
    }
    for (const kept of found) if (!providers.has(kept.id)) providers.set(kept.id, begin(kept));
  };

  const asTheyAre = (): readonly ProviderNow[] =>
    [...providers.values()].flatMap(provider => {
      if (provider.leaves === 'off') return [];
      const { id, rank, share, settings } = provider.kept;
      const room = provider.leaves === null ? roomOf(provider) : 0;
      const restMs = Math.max(provider.restsUntil - now(), isSilent(provider) ? PASSED_BY_MS : 0);
      return [{ id, rank, share, kind: settings.kind, restMs, room, needsCode: needsCode(settings) }];
    });

  const windowMs = (): number => {
    const all = [...providers.values()].map(({ kept }) => kept);
    const windows = sum(all.map(({ settings }) => windowOf(settings)));
    return (windows * 1_000) / Math.max(1, sum(all.map(({ perSecond }) => perSecond)));
  };

  /** Each of its own failures counts; one message that goes says that it is well. */
  const noteHow = async (provider: OpenProvider, answer: Handed): Promise<void> => {
    const because = answer.type === 'accepted' ? '' : answer.because;
    const key = { merchantId, id: provider.kept.id };
    if (isNotNow(because)) provider.restsUntil = now() + THROTTLED_MS;
    if (!isOfProvider(because)) {
      const isNews = provider.failures > 0 || now() - provider.noted > NOTED_EVERY_MS;
      provider.failures = 0;
      if (!isNews) return;
      provider.noted = now();
      return tellHealth(db, key, { because: '', failures: 0, restMs: 0 });
    }
    provider.failures += 1;
    const restMs = providerRestMs(provider.failures);
    provider.restsUntil = Math.max(provider.restsUntil, now() + restMs);
    return tellHealth(db, key, { because, failures: provider.failures, restMs });
  };

  const send: Desk['send'] = async (providerId, message) => {
    const provider = providers.get(providerId);
    if (provider === undefined) return { answer: { type: 'again', because: 'noProvider' }, free: false };
    if (provider.underWay === 0) provider.heardAt = now();
    provider.underWay += 1;
    provider.allowance -= 1;
    try {
      const answer = await provider.carrier.send(message, ending.signal);
      // How a provider fares its next answer tells again; what it answered nobody does.
      await noteHow(provider, answer).catch(() => undefined);
      return { answer, free: provider.kept.settings.kind === 'log' };
    } finally {
      provider.underWay -= 1;
      provider.heardAt = now();
    }
  };

  return {
    read,
    providers: asTheyAre,
    windowMs,
    send,
    close: async () => {
      ending.abort();
      await Promise.all([...providers.values()].map(({ carrier }) => carrier.close()));
    },
  };
};

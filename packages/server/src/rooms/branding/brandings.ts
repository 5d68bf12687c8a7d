import { builtInBranding, type OutputOf, pageInfo, type userEndpoints } from '@lianxian/contract';
import { BoundedMap } from '@lianxian/core/kit';
import type { Bus } from '../../platform/bus.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Authenticate } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { findForHost, findForMerchant, type StoredBranding } from './branding.store.ts';

type PageInfo = OutputOf<typeof userEndpoints.pageInfo>;

/** Who looks how. Nothing here fails or hangs: what the database does not say in time is what it said last, or built in. */
export interface Brandings {
  readonly ofHost: (host: string) => Promise<PageInfo>;
  /** Of the merchant's reseller, or its own when it is one. */
  readonly ofMerchant: (merchantId: string) => Promise<PageInfo>;
  /** with a valid token the person's own, else the host's. */
  readonly ofVisitor: (host: string, token: string) => Promise<PageInfo>;
  /** A branding, a host or a merchant's reseller has changed: every node looks anew. */
  readonly changed: () => Promise<void>;
}

interface BrandingsParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly log: Log;
  readonly authenticate: Authenticate;
}

const CHANNEL = 'branding';
const KEPT_MS = 60_000;
/** After a failure the database is left alone for so long. */
const RETRY_MS = 5_000;
/** A page waits at most so long for its branding. */
const LIMIT_MS = 800;
/** Hosts are what clients claim, so their number is bounded; the oldest goes. */
const MOST_KEPT = 2_000;
const TOKEN_CHARS = 200;
const HOST_CHARS = 253;

const partly = pageInfo.partial();
/** What is stored, over what is built in; what an earlier release wrote and this one cannot read is built in. */
export const readPageInfo = (stored: Readonly<Record<string, unknown>> | undefined): PageInfo => {
  const read = partly.safeParse(stored ?? {});
  const said = Object.entries(read.data ?? {}).filter(([, value]) => value !== undefined);
  return { ...builtInBranding, ...Object.fromEntries(said), oemId: '' };
};
const readStored = (stored: StoredBranding | undefined): PageInfo => ({
  ...readPageInfo(stored?.pageInfo),
  oemId: stored === undefined || stored.isPlatform ? '' : stored.merchantId,
});

/** As the product is called where a merchant sees it, for who reads it once. */
export const titleOfMerchant = async (db: UnscopedDb, merchantId: string): Promise<string> =>
  readStored(await findForMerchant(db, merchantId)).oemTitle;

/** What comes within the limit, else `otherwise`. */
const within = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), LIMIT_MS);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

interface Kept {
  readonly info: PageInfo;
  readonly until: number;
}

export const openBrandings = async ({ db, bus, log, authenticate }: BrandingsParts): Promise<Brandings> => {
  const kept = new BoundedMap<string, Kept>(MOST_KEPT);
  const loading = new Map<string, Promise<PageInfo>>();

  const keep = (key: string, info: PageInfo, forMs: number): PageInfo => {
    kept.set(key, { info, until: performance.now() + forMs });
    return info;
  };
  const load = (key: string, find: () => Promise<StoredBranding | undefined>): Promise<PageInfo> => {
    const work: Promise<PageInfo> = find()
      .then(stored => [readStored(stored), KEPT_MS] as const)
      .catch(error => {
        log.warn({ err: error }, 'a branding could not be read');
        return [kept.get(key)?.info ?? builtInBranding, RETRY_MS] as const;
      })
      // What was asked before a change may be old: it is not kept.
      .then(([info, forMs]) => keep(key, info, loading.get(key) === work ? forMs : 0))
      .finally(() => {
        if (loading.get(key) === work) loading.delete(key);
      });
    loading.set(key, work);
    return work;
  };
  const get = async (key: string, find: () => Promise<StoredBranding | undefined>): Promise<PageInfo> => {
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.info;
    return await within(loading.get(key) ?? load(key, find), known?.info ?? builtInBranding);
  };
  const forget = (): void => {
    loading.clear();
    for (const [key, { info }] of [...kept]) kept.set(key, { info, until: 0 });
  };
  await bus.listen(CHANNEL, forget);
  bus.onBack(forget);

  const ofHost: Brandings['ofHost'] = host => {
    const name = host.toLowerCase().slice(0, HOST_CHARS);
    return get(`host ${name}`, () => findForHost(db, name));
  };
  const ofMerchant: Brandings['ofMerchant'] = id => get(`merchant ${id}`, () => findForMerchant(db, id));
  return {
    ofHost,
    ofMerchant,
    ofVisitor: async (host, token) => {
      const isToken = token !== '' && token.length <= TOKEN_CHARS;
      const session = isToken
        ? await within(
            authenticate(token).catch(() => null),
            null,
          )
        : null;
      return await (session === null ? ofHost(host) : ofMerchant(session.merchantId));
    },
    changed: async () => {
      forget();
      await bus.notify(CHANNEL, '');
    },
  };
};

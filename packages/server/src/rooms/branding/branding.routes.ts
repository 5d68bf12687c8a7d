import {
  brandingEndpoints,
  brandingLimits,
  brandingPicturePath,
  type InputOf,
  userEndpoints,
} from '@lianxian/contract';
import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { countHosts, countPictures, dropHost, findOwn, listHosts, saveOwn, takeHost } from './branding.store.ts';
import { type Brandings, readPageInfo } from './brandings.ts';
import { hostOf } from './host.policy.ts';
import { bindPictures, bindPictureUpload } from './pictures.ts';

export interface BrandingParts {
  readonly houseDb: HouseDb;
  readonly brandings: Brandings;
  readonly files: FileStore;
}

type Branding = InputOf<typeof brandingEndpoints.save>;
const isPlatform = ({ session }: SignedInContext): boolean => session.roleCode === 'admin';

/** Pictures that the form names; each must be the saver's own. */
const picturesOf = ({ oemIcon, oemHomeImg, oemHomeLogo }: Branding): readonly string[] => [
  ...new Set(
    [oemIcon, oemHomeImg, oemHomeLogo].filter(url => url !== '').map(url => url.slice(brandingPicturePath.length)),
  ),
];

const save = async (input: Branding, context: SignedInContext): Promise<void> => {
  const pictures = picturesOf(input);
  await context.db.transaction(async tx => {
    if ((await countPictures(tx, pictures)) < pictures.length) throw refuse('notFound', { what: '图片' });
    const before = readPageInfo((await findOwn(tx))?.page_info);
    await saveOwn(tx, input, context.at);
    const deed = {
      action: 'branding.save',
      target: tx.merchantId,
      name: input.oemTitle,
      before,
      after: { ...before, ...input },
    } as const;
    await recordAudit(tx, deed, auditBy(context));
  });
};

const wantedHost = (text: string): string => {
  const host = hostOf(text);
  if (host === null) throw refuse('hostBad', { host: text });
  return host;
};

const addHost = async (text: string, context: SignedInContext): Promise<string> => {
  const host = wantedHost(text);
  await context.db.transaction(async tx => {
    const taken = await takeHost(tx, host);
    if (taken === 'taken') throw refuse('hostTaken', { host });
    if (taken === 'had') return;
    if ((await countHosts(tx)) > brandingLimits.hosts) throw refuse('hostsFull', { limit: brandingLimits.hosts });
    await recordAudit(tx, { action: 'branding.host.add', target: host, name: host }, auditBy(context));
  });
  return host;
};

/** The platform may take any host away; a reseller gives up its own. */
const removeHost = (text: string, context: SignedInContext, houseDb: HouseDb): Promise<void> =>
  inTransaction(houseDb, async tx => {
    const host = wantedHost(text);
    const { merchantId } = context.session;
    const had = await dropHost(tx, host, isPlatform(context) ? null : merchantId);
    if (had === undefined) throw refuse('notFound', { what: '域名' });
    const deed = { action: 'branding.host.remove', target: host, name: host, aboutMerchantId: had } as const;
    await recordAudit(merchantDb(tx, merchantId), deed, auditBy(context));
  });

const detail = async (context: SignedInContext, houseDb: HouseDb) => {
  const { merchantId } = context.session;
  const [own, hosts] = await Promise.all([
    findOwn(context.db),
    listHosts(houseDb, isPlatform(context) ? null : merchantId),
  ]);
  return {
    info: { ...readPageInfo(own?.page_info), oemId: isPlatform(context) ? '' : merchantId },
    isDefault: isPlatform(context),
    savedAt: own?.saved_at?.toISOString() ?? null,
    hosts: hosts.map(row => ({
      host: row.host,
      addedAt: row.added_at.toISOString(),
      owner: row.owner,
      mine: row.merchant_id === merchantId,
    })),
  };
};

/** The branding of a reseller, or the platform's default; what every page is told of it without a token. */
export const bindBranding = (front: Front, { houseDb, brandings, files }: BrandingParts): void => {
  bind(front, userEndpoints.pageInfo, ({ token }, { host }) => brandings.ofVisitor(host, token));
  bind(front, brandingEndpoints.detail, (_, context) => detail(context, houseDb));
  bind(front, brandingEndpoints.save, async (input, context) => {
    await save(input, context);
    await brandings.changed();
    return {};
  });
  bind(front, brandingEndpoints.saveHost, async (input, context) => {
    const host = await addHost(input.host, context);
    await brandings.changed();
    return { host };
  });
  bind(front, brandingEndpoints.removeHost, async (input, context) => {
    await removeHost(input.host, context, houseDb);
    await brandings.changed();
    return {};
  });
  bindPictureUpload(front, files);
  bindPictures(front, houseDb);
};

import {
  brandingEndpoints,
  brandingLimits,
  brandingPicturePath,
  type InputOf,
  userEndpoints,
} from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  askForHost,
  countHosts,
  countPictures,
  dropHost,
  findHost,
  findOwn,
  hasHost,
  isProven,
  isProvenElsewhere,
  listHosts,
  markProven,
  saveOwn,
} from './branding.store.ts';
import { type Brandings, readPageInfo } from './brandings.ts';
import { hostOf } from './host.policy.ts';
import { type HostProof, recordOf } from './host-proof.ts';
import { bindPictures, bindPictureUpload } from './pictures.ts';

interface BrandingParts {
  readonly unscopedDb: UnscopedDb;
  readonly brandings: Brandings;
  readonly files: FileStore;
  readonly proof: HostProof;
  /** Names of the installation itself: no reseller's, whatever it proves. */
  readonly reserved: readonly string[];
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
    if ((await countPictures(tx, pictures)) < pictures.length) throw refuse('notFound', { what: 'picture' });
    const before = readPageInfo((await findOwn(tx))?.pageInfo);
    await saveOwn(tx, input, context.at);
    const entry = {
      action: 'branding.save',
      target: tx.merchantId,
      name: input.oemTitle,
      before,
      after: { ...before, ...input },
    } as const;
    await recordAudit(tx, entry, auditBy(context));
  });
};

const wantedHost = (text: string): string => {
  const host = hostOf(text);
  if (host === null) throw refuse('hostBad', { host: text });
  return host;
};

/** The platform's names are its own at once; a reseller's show its branding when they are proved. */
const addHost = async (
  text: string,
  context: SignedInContext,
  { unscopedDb, reserved }: BrandingParts,
): Promise<string> => {
  const host = wantedHost(text);
  const isOurs = isPlatform(context);
  await context.db.transaction(async tx => {
    if (await hasHost(tx, host)) return;
    if (!isOurs && (reserved.includes(host) || (await isProven(unscopedDb, host)))) throw refuse('hostTaken', { host });
    if (!(await askForHost(tx, host, isOurs ? context.at : null))) throw refuse('hostTaken', { host });
    if ((await countHosts(tx)) > brandingLimits.hosts) throw refuse('hostsFull', { limit: brandingLimits.hosts });
    await recordAudit(tx, { action: 'branding.host.add', target: host, name: host }, auditBy(context));
  });
  return host;
};

/** The platform's word is proof; a reseller's is looked for in the name's own zone. */
const proveHost = async (
  { host: text, ownerId }: InputOf<typeof brandingEndpoints.proveHost>,
  context: SignedInContext,
  { unscopedDb, proof }: BrandingParts,
): Promise<void> => {
  const host = wantedHost(text);
  const { merchantId } = context.session;
  const owner = isPlatform(context) ? (ownerId ?? merchantId) : merchantId;
  const asked = await findHost(unscopedDb, host, owner);
  if (asked === undefined) throw refuse('notFound', { what: 'host' });
  if (asked.provenAt !== null) return;
  const record = recordOf(host, asked.proof);
  if (!isPlatform(context) && !(await proof.isThere(record))) throw refuse('hostUnproven', { ...record });
  await inTransaction(unscopedDb, async tx => {
    if (!(await markProven(tx, host, owner, context.at))) throw refuse('hostTaken', { host });
    const entry = { action: 'branding.host.prove', target: host, name: host, aboutMerchantId: owner } as const;
    await recordAudit(merchantDb(tx, merchantId), entry, auditBy(context));
  }).catch((error: unknown) => {
    throw isProvenElsewhere(error) ? refuse('hostTaken', { host }) : error;
  });
};

/** The platform may take any host away; a reseller gives up its own. */
const removeHost = (text: string, context: SignedInContext, unscopedDb: UnscopedDb): Promise<void> =>
  inTransaction(unscopedDb, async tx => {
    const host = wantedHost(text);
    const { merchantId } = context.session;
    const had = await dropHost(tx, host, isPlatform(context) ? null : merchantId);
    if (had.length === 0) throw refuse('notFound', { what: 'host' });
    for (const aboutMerchantId of had) {
      const entry = { action: 'branding.host.remove', target: host, name: host, aboutMerchantId } as const;
      await recordAudit(merchantDb(tx, merchantId), entry, auditBy(context));
    }
  });

const detail = async (context: SignedInContext, unscopedDb: UnscopedDb) => {
  const { merchantId } = context.session;
  const [own, hosts] = await Promise.all([
    findOwn(context.db),
    listHosts(unscopedDb, isPlatform(context) ? null : merchantId),
  ]);
  return {
    info: { ...readPageInfo(own?.pageInfo), oemId: isPlatform(context) ? '' : merchantId },
    isDefault: isPlatform(context),
    savedAt: own?.savedAt?.toISOString() ?? null,
    hosts: hosts.map(row => ({
      host: row.host,
      addedAt: row.addedAt.toISOString(),
      owner: row.owner,
      ownerId: row.merchantId,
      mine: row.merchantId === merchantId,
      proven: row.provenAt !== null,
      record: recordOf(row.host, row.proof),
    })),
  };
};

/** The branding of a reseller, or the platform's default; what every page is told of it without a token. */
export const bindBranding = (front: Front, parts: BrandingParts): void => {
  const { unscopedDb, brandings, files } = parts;
  bind(front, userEndpoints.pageInfo, ({ token }, { host }) => brandings.ofVisitor(host, token));
  bind(front, brandingEndpoints.detail, (_, context) => detail(context, unscopedDb));
  bind(front, brandingEndpoints.save, async (input, context) => {
    await save(input, context);
    await brandings.changed();
    return {};
  });
  bind(front, brandingEndpoints.saveHost, async (input, context) => {
    const host = await addHost(input.host, context, parts);
    await brandings.changed();
    return { host };
  });
  bind(front, brandingEndpoints.proveHost, async (input, context) => {
    await proveHost(input, context, parts);
    await brandings.changed();
    return {};
  });
  bind(front, brandingEndpoints.removeHost, async (input, context) => {
    await removeHost(input.host, context, unscopedDb);
    await brandings.changed();
    return {};
  });
  bindPictureUpload(front, files);
  bindPictures(front, unscopedDb);
};

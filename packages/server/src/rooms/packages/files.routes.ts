import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InputOf, type OutputOf, planEndpoints, planLimits } from '@lianxian/contract';
import { type Plan, peopleFaults } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindUpload, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { copyFills } from '../customer-fills/index.ts';
import { insertFile } from '../files/index.ts';
import { copyDraft, licenceOf, roomForPlan, tellPlansChanged } from '../plans/index.ts';
import { peopleOf } from '../publishing/index.ts';
import { exportTests, faultsOnBench, importTests } from '../talks/index.ts';
import type { UnpackedPlan } from './look-through.ts';
import { packPlan } from './pack.ts';
import { isPaidFor } from './paid.store.ts';
import { signedByOf } from './signers.store.ts';
import { insertUnpacked, unpackPlan } from './unpack.ts';

interface PlanFileParts {
  readonly push: PushSender;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly unscopedDb: UnscopedDb;
}

/** A file that was not fetched is made again. */
const KEPT_MS = 86_400_000;
const MIME = 'application/octet-stream';

/** Whose fault it is, as its operator calls it. */
const nameAt = ({ intents, knowledge }: Plan, where: string): string =>
  [...intents, ...knowledge].find(({ id }) => where.endsWith(`:${id}`))?.name ?? '';

/** Whether any node may hand over, without reading a graph of some MB. */
const saysTransfer = (json: Uint8Array): boolean => Buffer.from(json).includes('"transfer"');

/** Refuses what no call could be made ready with. */
const faultsOf = async (context: SignedInContext, { kept: { json } }: UnpackedPlan) => {
  const faults = await faultsOnBench(context, { json });
  const tooMuch = faults.find(({ fault }) => fault === 'tooMuch');
  if (tooMuch)
    throw refuse('planTooMuch', { where: nameAt(ofJsonBytes(json), tooMuch.where), percent: tooMuch.detail });
  return faults.length;
};

type Exported = OutputOf<typeof planEndpoints.exportFile>;

/** A plan with what belongs to it, as a file that can be fetched for a day. */
const exportPlan = async (
  { id, licence, only }: InputOf<typeof planEndpoints.exportFile>,
  context: SignedInContext,
  { files, secrets }: PlanFileParts,
): Promise<Exported> => {
  const { db, session, at } = context;
  const showsPhones = session.buttons.has('phone:unmask');
  const { bytes, name } = await packPlan({ db, secrets }, { planId: id, licence, only, showsPhones });
  const path = join('plans', db.merchantId, `${randomUUID()}.plan`);
  const row = { kind: 'plan', path, name: `${name}.plan`, mime: MIME, bytes: bytes.length } as const;
  const file = await files.spaceFor(db, bytes.length, async () => {
    await files.write(path, bytes);
    return db.transaction(async tx => {
      await recordAudit(tx, { action: 'plan.export', target: id, name }, auditBy(context));
      return insertFile(tx, { ...row, createdBy: session.employeeId, purgeAt: later(at, KEPT_MS) });
    });
  });
  return { fileId: file.key, name: row.name };
};

/** A new plan of a file, all of it or nothing. */
const importPlan = async (
  { path, name: fileName }: { readonly path: string; readonly name: string },
  context: SignedInContext,
  { files, push, unscopedDb }: PlanFileParts,
): Promise<OutputOf<typeof planEndpoints.importFile>> => {
  await roomForPlan(context);
  const read = await unpackPlan(context, await readFile(files.pathOf(path)));
  const { json, name: given } = read.kept;
  const faults = await faultsOf(context, read);
  const name = given || fileName.replace(/\.plan$/i, '').slice(0, 100);
  const bytes = read.voices.reduce((sum, { audio }) => sum + audio.length, json.length);
  const by = { employeeId: context.session.employeeId, at: context.at };
  const made = await files.spaceFor(context.db, bytes, () =>
    context.db.transaction(async tx => {
      const { version: _, ...taken } = await insertUnpacked(tx, read, { name, licence: read.licence, by });
      await recordAudit(tx, { action: 'plan.import', target: taken.id, name }, auditBy(context));
      return taken;
    }),
  );
  await files.remove(path);
  tellPlansChanged(push, context.db.merchantId);
  const people = saysTransfer(json) ? peopleFaults(ofJsonBytes<Plan>(json), await peopleOf(context.db)) : [];
  const signedBy = read.signedBy === null ? null : await signedByOf(unscopedDb, read.signedBy);
  return { ...made, name, faults: faults + people.length, signedBy, licence: read.licence };
};

/** A new plan of another's draft, which may be done with it what may be done with that. */
const copyPlan = async (
  { id, name }: InputOf<typeof planEndpoints.copy>,
  context: SignedInContext,
  { files, push }: PlanFileParts,
): Promise<OutputOf<typeof planEndpoints.copy>> => {
  await roomForPlan(context);
  if ((await licenceOf(context.db, id)) === undefined) throw refuse('notFound', { what: 'plan' });
  if (await isPaidFor(context.db, id)) throw refuse('planNotYours');
  const by = { employeeId: context.session.employeeId, at: context.at };
  // Its recordings are the library's, found by what they say: the copy has them already.
  const made = await files.spaceFor(context.db, planLimits.graphBytes, () =>
    context.db.transaction(async tx => {
      const copy = await copyDraft(tx, { id, name }, by);
      await importTests(tx, copy, await exportTests(tx, id), by);
      await copyFills(tx, id, copy);
      return copy;
    }),
  );
  tellPlansChanged(push, context.db.merchantId);
  return { id: made };
};

/** Plans as files, and plans of plans. */
export const bindPlanFiles = (front: Front, parts: PlanFileParts): void => {
  const { files } = parts;
  bind(front, planEndpoints.exportFile, (input, context) => exportPlan(input, context, parts));
  bind(front, planEndpoints.copy, (input, context) => copyPlan(input, context, parts));
  bindUpload(
    front,
    planEndpoints.importFile,
    { files, pathFor: ({ session }) => join('uploads', session.merchantId, `${randomUUID()}.plan`) },
    (upload, context) => importPlan(upload, context, parts),
  );
};

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planEndpoints, planLimits } from '@lianxian/contract';
import { houseVoice, type Plan, peopleFaults, withoutPeople } from '@lianxian/core';
import { planExists } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindUpload, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { copyFills } from '../customer-fills/index.ts';
import { insertFile } from '../files/index.ts';
import {
  copyDraft,
  countNamed,
  insertDraft,
  refuseStrangeVoice,
  roomForPlan,
  tellPlansChanged,
} from '../plans/index.ts';
import { exportTests, faultsOnBench, importTests, maskedTests } from '../talks/index.ts';
import { importVoices } from '../voices/index.ts';
import { assetsOf } from './assets.ts';
import { handsOver } from './gates.ts';
import { peopleOf } from './people.store.ts';
import type { ReadPlan } from './plan-file.thread.ts';
import { writePlanFile } from './plan-file.ts';
import { readDraft } from './publish.ts';

/** A file that was not fetched is made again. */
const KEPT_MS = 86_400_000;
const MIME = 'application/octet-stream';
const reading = new URL('./plan-file.thread.ts', import.meta.url);

/** Whose fault it is, as its operator calls it. */
const nameAt = ({ intents, knowledge }: Plan, where: string): string =>
  [...intents, ...knowledge].find(({ id }) => where.endsWith(`:${id}`))?.name ?? '';

/** Whether any node may hand over, without reading a graph of some MB. */
const saysTransfer = (json: Uint8Array): boolean => Buffer.from(json).includes('"transfer"');

/** A new plan of a file with what belongs to it; all of it or nothing. */
const insertRead = (context: SignedInContext, { kept, tests, voices }: ReadPlan) =>
  context.db.transaction(async tx => {
    const by = { employeeId: context.session.employeeId, at: context.at };
    await refuseStrangeVoice(tx, kept);
    const namesakes = await countNamed(tx, kept.name);
    const id = await insertDraft(tx, kept, by);
    await recordAudit(tx, { action: 'plan.import', target: id, name: kept.name }, auditBy(context));
    const added = await importVoices(tx, id, voices, by);
    const there = { namesakes, keptVoices: voices.length - added };
    return { id, voices: added, tests: await importTests(tx, id, tests, by), ...there };
  });

/** A voice service is its merchant's: elsewhere a plan of a file speaks by the voice that is chosen there, as fast as here. */
const withoutService = (plan: Plan): Plan => {
  const { defaults } = plan;
  if (defaults.voice?.by === undefined || defaults.voice.by.service === houseVoice) return plan;
  const { by: _, ...voice } = defaults.voice;
  return { ...plan, defaults: { ...defaults, voice } };
};

/** A plan with what belongs to it, as a file that can be fetched for a day. */
const exportPlan = async (id: string, context: SignedInContext, files: FileStore) => {
  const { db, session, at } = context;
  const { name, graph } = await readDraft(db, id);
  const { tests, voices } = await assetsOf(db, id, graph);
  const seen = session.buttons.has('phone:unmask') ? tests : maskedTests(tests);
  const named = handsOver(graph) ? withoutPeople(graph, await peopleOf(db)) : graph;
  const bytes = await writePlanFile({ plan: withoutService(named), tests: seen, voices });
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

/** Plans as files, and plans of plans. */
export const bindPlanFiles = (front: Front, files: FileStore, push: PushSender): void => {
  bind(front, planEndpoints.exportFile, ({ id }, context) => exportPlan(id, context, files));

  bind(front, planEndpoints.copy, async ({ id, name }, context) => {
    await roomForPlan(context);
    if (!(await planExists(context.db, id))) throw refuse('notFound', { what: 'plan' });
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
  });

  bindUpload(
    front,
    planEndpoints.importFile,
    { files, pathFor: ({ session }) => join('uploads', session.merchantId, `${randomUUID()}.plan`) },
    async ({ path, name: fileName }, context) => {
      await roomForPlan(context);
      const read = await context.bench.run<ReadPlan>(reading, await readFile(files.pathOf(path)));
      const { json, name: given } = read.kept;
      const faults = await faultsOnBench(context, { json });
      const tooMuch = faults.find(({ fault }) => fault === 'tooMuch');
      if (tooMuch)
        throw refuse('planTooMuch', { where: nameAt(ofJsonBytes(json), tooMuch.where), percent: tooMuch.detail });
      const name = given || fileName.replace(/\.plan$/i, '').slice(0, 100);
      const bytes = read.voices.reduce((sum, { audio }) => sum + audio.length, read.kept.json.length);
      const made = await files.spaceFor(context.db, bytes, () =>
        insertRead(context, { ...read, kept: { ...read.kept, name } }),
      );
      await files.remove(path);
      tellPlansChanged(push, context.db.merchantId);
      const people = saysTransfer(json) ? peopleFaults(ofJsonBytes<Plan>(json), await peopleOf(context.db)) : [];
      return { ...made, name, faults: faults.length + people.length };
    },
  );
};

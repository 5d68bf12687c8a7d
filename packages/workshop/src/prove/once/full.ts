import { execFile } from 'node:child_process';
import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@lianxian/contract';
import { type Api, until } from '../../../journeys/house/api.ts';
import { draftTask } from '../../../journeys/house/tasks.ts';
import { oldCalls } from './keeping.ts';
import type { Site } from './site.ts';

/**
 * Folders of the house on disks of their own that are full (tmpfs, so it takes root): who writes there ends with a sentence,
 * what was acknowledged is there, and once there is room the same is done to its end.
 */
const run = promisify(execFile);

const SIZE = '64k';
const SIZE_BYTES = 65_536;
/** Its least part: with so much left a part of what is written fits. */
const PAGE_BYTES = 4_096;
const BATCH_LIMIT_MS = 60_000;
const TURN_MS = 2_000;

/** What people read, by hand. */
const sentences = [
  '磁盘快满了，没有导出，请先清理',
  '服务器磁盘空间不足，暂时不能上传、导出和保存话术；呼叫不受影响',
] as const;
const isClear = (text: string): boolean => sentences.some(sentence => text.includes(sentence));

interface FullDisk {
  readonly giveRoom: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

const fullDisk = async ({ house }: Site, folder: string, leftBytes = 0): Promise<FullDisk> => {
  const { uid, gid } = await stat(join(house.dataDir, 'journal'));
  const at = join(house.dataDir, folder);
  await mkdir(at, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700,uid=${uid},gid=${gid}`, 'prove', at]);
  await writeFile(join(at, 'filler'), Buffer.alloc(SIZE_BYTES - leftBytes));
  return {
    giveRoom: async () => void (await run('mount', ['-o', 'remount,size=64m', at])),
    leave: async () => {
      await run('umount', ['-l', at]);
      await chown(at, uid, gid);
    },
  };
};

interface Ended {
  readonly state: number;
  readonly remark: string;
}

const ended = (api: Api, id: string): Promise<Ended> =>
  until(`the end of batch ${id}`, BATCH_LIMIT_MS, async () => {
    const { list } = await api.call(endpoints.batch.list, {});
    const found = list.find(batch => batch.id === id);
    return found !== undefined && found.state !== 0 ? found : null;
  });

type Begin = () => Promise<{ readonly batchId: string | null }>;

/** Whatever ends as a file that is fetched. */
const exportsOf = ({ api }: Site, taskId: string): Readonly<Record<string, Begin>> => {
  const today = new Date().toISOString().slice(0, 10);
  return {
    'all data': () => api.call(endpoints.keeping.takeOut, {}),
    'call records': () => api.call(endpoints.call.export, {}),
    recordings: () => api.call(endpoints.callActs.recordings, {}),
    'the file of a number': () => api.call(endpoints.numberFile.export, { phone: '15400000001' }),
    'a statement': () => api.call(endpoints.statement.sheet, { by: 'day', from: today, to: today }),
    'a list of numbers': () => api.call(endpoints.numberList.export, { list: 'blacklist' }),
    'people of a task': () => api.call(endpoints.taskReport.sheet, { id: taskId }),
    decisions: () => api.call(endpoints.decision.export, { taskId }),
  };
};

const proveExports = async (site: Site, tell: (violation: string) => void): Promise<void> => {
  const { api } = site;
  const taskId = await draftTask(api, ['13700000001', '13700000002'], { planId: site.planId, ports: [...site.ports] });
  await api.call(endpoints.blacklist.add, { phones: '13900000001', reason: '要求不再来电' });
  await oldCalls(site, { first: '900000000', count: 30, days: 1 });
  const all = exportsOf(site, taskId);
  const disk = await fullDisk(site, 'exports');
  const end = async (name: string, begin: Begin): Promise<Ended> => {
    const { batchId } = await begin();
    if (batchId === null) throw new Error(`${name} waits for a second person, though nobody asked for that`);
    return ended(api, batchId);
  };
  try {
    for (const [name, begin] of Object.entries(all)) {
      const { state, remark } = await end(name, begin);
      if (state !== 2 || !isClear(remark)) tell(`on a full disk ${name} ended as ${state}: ${remark}`);
    }
    const left = await site.filesIn(`exports/${site.merchantId}`);
    if (left.length > 0) tell(`on a full disk ${left.join()} stayed`);
    await disk.giveRoom();
    for (const [name, begin] of Object.entries(all)) {
      const { state, remark } = await end(name, begin);
      if (state !== 1) tell(`with room again ${name} ended as ${state}: ${remark}`);
    }
  } finally {
    await disk.leave();
  }
};

/** A sheet whose second portion has more refused rows than fit: the first is on the list, of the second nothing. */
const GOOD = 1_000;
const MIXED = 1_000;
const cell = 'x'.repeat(200);
const phones = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n));
const sheet = [
  ...phones(13_700_100_000, GOOD),
  ...phones(13_700_200_000, MIXED / 2).flatMap(phone => [phone, cell]),
].join('\n');

const proveImport = async (site: Site, tell: (violation: string) => void): Promise<void> => {
  const { api, one } = site;
  const id = await draftTask(api, [], { planId: site.planId, ports: [...site.ports] });
  const disk = await fullDisk(site, 'batches', PAGE_BYTES);
  const begin = async (): Promise<Ended> => {
    const { batchId } = await api.call(endpoints.task.import, {
      id,
      text: sheet,
      header: '0',
      columns: [{ index: 0, use: 'phone' }],
    });
    return ended(api, batchId);
  };
  const listed = async () =>
    (
      await one<{ rows: string }>(
        `select concat_ws(' ', count(*), count(distinct phone), (select total from task_count where task_id = $1)) as rows from callee where task_id = $1`,
        id,
      )
    ).rows;
  const check = async (when: string, wanted: number): Promise<void> => {
    const rows = await listed();
    if (rows !== `${wanted} ${wanted} ${wanted}`)
      tell(`${when} ${rows} numbers are on the list, once each, and counted; not ${wanted}`);
  };
  try {
    const full = await begin();
    if (full.state !== 2 || !isClear(full.remark))
      tell(`on a full disk an import ended as ${full.state}: ${full.remark}`);
    await check('on a full disk', GOOD);
    await disk.giveRoom();
    const again = await begin();
    if (again.state !== 1) tell(`with room again the import ended as ${again.state}: ${again.remark}`);
    await check('with room again', GOOD + MIXED / 2);
  } finally {
    await disk.leave();
  }
};

const proveUploads = async (site: Site, tell: (violation: string) => void): Promise<void> => {
  const { api } = site;
  const id = await draftTask(api, [], { planId: site.planId, ports: [...site.ports] });
  const disk = await fullDisk(site, 'uploads', PAGE_BYTES);
  const text = phones(13_700_300_000, 2_000).join('\n');
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'an upload': () => api.upload(endpoints.upload.sheet, new Blob([text]), '名单.csv'),
    'a paste': () => api.call(endpoints.task.import, { id, text, header: '0', columns: [{ index: 0, use: 'phone' }] }),
  };
  /** Who asked for much waits his turn (refusal 107). */
  const outcome = (way: () => Promise<unknown>): Promise<string> =>
    until(
      'a turn',
      BATCH_LIMIT_MS,
      async () => {
        const said = await way().then(() => '', String);
        return said.includes(': 107 ') ? null : said;
      },
      TURN_MS,
    );
  try {
    for (const [name, way] of Object.entries(ways)) {
      const said = await outcome(way);
      if (!isClear(said)) tell(`on a full disk ${name} answered: ${said || 'that it was kept'}`);
    }
    const left = await site.filesIn(`uploads/${site.merchantId}`);
    if (left.length > 0) tell(`on a full disk ${left.join()} stayed`);
    await disk.giveRoom();
    for (const [name, way] of Object.entries(ways)) {
      const said = await outcome(way);
      if (said !== '') tell(`with room again ${name} answered: ${said}`);
    }
  } finally {
    await disk.leave();
  }
};

/** What went wrong, each a sentence. Exports wait for nobody's word here. */
export const proveFull = async (site: Site): Promise<readonly string[]> => {
  const violations: string[] = [];
  const tell = (violation: string): void => void violations.push(violation);
  await site.prove();
  await site.api.call(endpoints.config.save, { exportRows: 0 });
  await proveExports(site, tell);
  await proveImport(site, tell);
  await proveUploads(site, tell);
  return violations;
};

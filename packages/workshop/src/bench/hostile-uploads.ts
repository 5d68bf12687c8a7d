import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@lianxian/contract';
import { type Hostile, type HostileAction, post, type Sent, STRANGER, together } from './hostile-tools.ts';

/** A file of the hostile tenant in the browser's form. */
const formWith = ({ api }: Hostile, name: string, bytes: Buffer): Pick<Sent, 'body' | 'type'> => {
  const edge = randomBytes(12).toString('hex');
  const part = (what: string) => `--${edge}\r\ncontent-disposition: form-data; ${what}\r\n\r\n`;
  const head = `${part('name="token"')}${api.token}\r\n${part(`name="file"; filename="${name}"`)}`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${edge}` };
};

/** The same file again and again, by so many at once; made once, since what making it costs is not felt from afar. */
const sending =
  (atOnce: number, path: string, name: string, make: () => Buffer): HostileAction['run'] =>
  (ground, signal) => {
    const agent = new Agent({ localAddress: STRANGER });
    const form = formWith(ground, name, make());
    return together(atOnce, signal, async () => {
      await post(ground.house, path, { agent, ...form });
      await delay(1);
    }).finally(() => agent.destroy());
  };

const HEADER_LISTS = 5_000_000;

/** Small as it comes, and all that its header may hold once it is unpacked. */
const costlyPlanFile = (): Buffer => {
  const header = Buffer.from(`{"format":1,"plan":{},"tests":[${'[],'.repeat(HEADER_LISTS)}[]],"voices":[]}`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return gzipSync(Buffer.concat([Buffer.from('LXPLAN'), length, header]));
};

export const planFiles: HostileAction = {
  name: 'plan files',
  zh: '表头 15 MB 的话术文件，不停地导入',
  en: 'plan files with headers of 15 MB imported again and again',
  before: { zh: '每个让网页停 3 秒', en: 'each held the pages 3 s' },
  atOnce: 1,
  run: sending(1, endpoints.plan.importFile.path, 'a.plan', costlyPlanFile),
};

const SHEET_BYTES = 20 * 1_048_576;

export const uploads: HostileAction = {
  name: 'uploads',
  zh: '两个 20 MB 的表格同时传，一个接一个，直到用完配额',
  en: 'two sheets of 20 MB at once, one after the other, until the quota is used up',
  before: { zh: '一人一分钟 600 MB，直到谁也打不了', en: '600 MB a minute until nobody could call' },
  atOnce: 2,
  run: sending(2, endpoints.upload.sheet.path, 'a.csv', () => Buffer.alloc(SHEET_BYTES, '13800138000\n')),
};

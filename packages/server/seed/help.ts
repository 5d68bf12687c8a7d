import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnscopedDb } from '../src/platform/db/index.ts';
import { insertArticle, publishText, saveUpdate } from '../src/rooms/help/index.ts';
import { updates } from './help.updates.ts';
import { claimSeed } from './seed.store.ts';

/** A section, its articles in order: file below `help/`, title, the page it belongs to; a page opens its first. */
type Article = readonly [file: string, title: string, path: string];
interface Section {
  readonly title: string;
  readonly articles: readonly Article[];
}
const sections: readonly Section[] = [
  {
    title: '开始使用',
    articles: [
      ['first-call', '打通第一通电话', '/home'],
      ['make-task', '建一个任务', '/my-task'],
      ['practice-town', '练习小镇', ''],
      ['shortcuts', '键盘快捷键', ''],
    ],
  },
  {
    title: '打电话',
    articles: [
      ['import-numbers', '导入号码', ''],
      ['call-record', '看懂一份通话记录', '/callLog'],
      ['call-states', '通话状态是什么意思', ''],
      ['blacklist', '黑名单和呼叫时段', ''],
      ['files-and-batch', '批量任务和文件', ''],
    ],
  },
  {
    title: '线路',
    articles: [
      ['connect-line', '接入自己的线路', '/port'],
      ['monitor', '看懂网关监控', '/monitor'],
      ['balance', '余额和费用', '/platform/balance'],
    ],
  },
  {
    title: '账号和管理',
    articles: [
      ['roles', '角色和权限', '/my-staff'],
      ['two-factor', '两步验证和登录设备', '/platform/security'],
      ['audit', '操作日志', '/configured/audit-log'],
      ['branding', '用自己的品牌和域名', '/platform/branding'],
    ],
  },
];
/** Of a later release: a database that has the others gets these as well. */
const studioSections: readonly Section[] = [
  {
    title: '话术',
    articles: [
      ['plan-editor', '编辑话术', '/plan'],
      ['plan-tests', '试讲和测试', '/plan'],
      ['recordings', '录音库', '/library'],
      ['keywords', '公共词库', '/my-keyword'],
      ['levels', '等级规则与回测', '/plan'],
      ['heat', '热力图和没听懂的话', '/plan'],
      ['speech', '语音和模型', '/configured/speech'],
    ],
  },
];

/** Of the release after that. */
const keepingSections: readonly Section[] = [{ title: '看管服务器', articles: [['backup', '备份和恢复', '']] }];
/** And of the one after it. */
const followSections: readonly Section[] = [
  { title: '跟进客户', articles: [['follow-up', '跟进台', '/callLog/follow']] },
];

const read = async (file: string): Promise<string> =>
  (await readFile(join(import.meta.dirname, 'help', `${file}.md`), 'utf8')).trim();

const seedArticles = async (tx: UnscopedDb, all: readonly Section[], at: Date): Promise<void> => {
  for (const { title, articles } of all) {
    const section = await insertArticle(tx, { title, path: '', isOnline: true, content: '' }, null, at);
    for (const [file, name, path] of articles)
      await insertArticle(tx, { title: name, path, isOnline: true, content: await read(file) }, section, at);
  }
};

/**
 * What the platform says to everybody, in every installation, demo or not: help articles, update log, agreement and
 * commitment. Once in the life of a database; what the platform's people change or delete stays so.
 */
export const seedHelp = async (tx: UnscopedDb, at: Date): Promise<void> => {
  const byHouse = { employeeId: null, at };
  if (await claimSeed(tx, 'help articles')) await seedArticles(tx, sections, at);
  if (await claimSeed(tx, 'help articles of the plan studio')) await seedArticles(tx, studioSections, at);
  if (await claimSeed(tx, 'help articles of keeping a server')) await seedArticles(tx, keepingSections, at);
  if (await claimSeed(tx, 'help articles of following up')) await seedArticles(tx, followSections, at);
  if (await claimSeed(tx, 'texts')) {
    await publishText(tx, { kind: 'agreement', content: await read('agreement') }, byHouse);
    await publishText(tx, { kind: 'commitment', content: await read('commitment') }, byHouse);
  }
  // Entry by entry: a later release adds its own.
  for (const entry of updates) if (await claimSeed(tx, `update ${entry.version}`)) await saveUpdate(tx, null, entry);
};

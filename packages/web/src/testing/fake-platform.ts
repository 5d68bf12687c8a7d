import type { endpoints, OutputOf } from '@lianxian/contract';
import type { z } from 'zod';
import { FakeRefusal } from './fake-security.ts';

type Article = OutputOf<typeof endpoints.help.all>['list'][number];
type Entry = OutputOf<typeof endpoints.updateLog.list>['list'][number];
type Notice = OutputOf<typeof endpoints.notice.list>['list'][number];
type Branding = OutputOf<typeof endpoints.branding.detail>;

const at = '2026-11-18T08:00:00Z';
const article = (id: string, parentId: string | null, title: string, part: Partial<Article> = {}): Article => ({
  id,
  parentId,
  title,
  path: '',
  isOnline: true,
  content: '',
  updatedAt: at,
  ...part,
});

export const articles: readonly Article[] = [
  article('1', null, '开始使用'),
  article('11', '1', '打通第一通电话', { path: '/home', content: '先点 **试呼**。' }),
  article('12', '1', '建一个任务', { path: '/my-task', content: '## 怎么做\n\n打开 [语音网关](/port)。' }),
  article('13', '1', '还没写完', { isOnline: false, content: '秘密' }),
];

const entries: readonly Entry[] = [
  { id: '2', version: 10, date: '2026-11-21', title: '品牌和帮助', content: '- **帮助中心**：可以搜索' },
  { id: '1', version: 9, date: '2026-11-15', title: '线路', content: '- 三种接法' },
];

export interface FakePlatformStart {
  readonly articles?: readonly Article[];
  readonly commitment?: string;
  readonly notices?: readonly string[];
  readonly hosts?: readonly string[];
}

const helpOf = (list: readonly Article[]) => {
  const online = list.filter(each => each.isOnline);
  return {
    'help/list': () => ({ list: online, total: online.length }),
    'help/detail': ({ id }: { id: string }) => online.find(each => each.id === id),
    'help/search': ({ q }: { q: string }) => ({
      list: online
        .filter(each => each.title.includes(q) || each.content.includes(q))
        .map(({ id, title, content }) => ({
          id,
          title: [{ text: title, hit: title === q }],
          excerpt: [
            { text: '…', hit: false },
            { text: q, hit: content.includes(q) },
          ],
        })),
    }),
    'help/all': () => ({ list, total: list.length }),
    'help/save': () => ({ id: '11' }),
    'help/move': () => ({}),
    'help/remove': () => ({}),
  };
};

/** What the platform says to everybody, and its people writing it. */
export const createFakePlatform = (start: FakePlatformStart, info: Branding['info']) => {
  let brand = info;
  let hosts = [...(start.hosts ?? [])];
  const unproven = new Set<string>();
  const notices = (start.notices ?? []).map<Notice>((content, index) => ({
    id: String(index + 1),
    content,
    level: index === 0 ? 'info' : 'warn',
    from: at,
    to: '2126-01-01T00:00:00Z',
    state: 'shown',
    by: 'root',
  }));
  return {
    ...helpOf(start.articles ?? articles),
    'notice/current': () => ({
      list: notices.map(({ id, content, level, from }) => ({ key: id, content, level, from })),
    }),
    'notice/list': () => ({
      list: notices,
      total: notices.length,
      after: null,
    }),
    'notice/save': ({ from, to }: { from: string; to: string }) => {
      if (from >= to) throw new FakeRefusal('noticeSpan');
      return { id: '9' };
    },
    'notice/remove': () => ({}),
    'updateLog/list': () => ({ list: entries, total: entries.length, after: null }),
    'updateLog/save': () => ({ id: '3' }),
    'updateLog/remove': () => ({}),
    'text/commitment': () => ({ version: 2, content: start.commitment ?? '1. 不多收一分钱', publishedAt: at }),
    'text/list': ({ kind }: { kind: 'agreement' | 'commitment' }) => ({
      list: [{ kind, version: 1, content: '# 第一版', publishedAt: at }],
      total: 1,
    }),
    'text/save': () => ({ version: 2 }),
    'branding/detail': () => ({
      info: brand,
      isDefault: false,
      savedAt: at,
      hosts: hosts.map(host => ({
        host,
        addedAt: at,
        owner: '启航渠道',
        ownerId: '3',
        mine: true,
        proven: !unproven.has(host),
        record: { name: `_lianxian.${host}`, value: 'lianxian=5f0c' },
      })),
    }),
    'branding/save': (input: z.output<typeof endpoints.branding.save.input>) => {
      brand = { ...brand, ...input };
      return {};
    },
    'branding/saveHost': ({ host }: { host: string }) => {
      hosts = [...hosts, host];
      unproven.add(host);
      return { host };
    },
    'branding/proveHost': ({ host }: { host: string }) => {
      unproven.delete(host);
      return {};
    },
    'branding/removeHost': ({ host }: { host: string }) => {
      hosts = hosts.filter(each => each !== host);
      return {};
    },
    'user/pageInfo': () => brand,
  };
};

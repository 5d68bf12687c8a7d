import { shortPlan } from './short-plan.ts';

/** A group of words, one of them, guide questions and a node to segment; the spares are there to be removed. */
export interface WordAssets {
  readonly wordGroup: string;
  readonly spareWordGroup: string;
  readonly word: string;
  readonly question: string;
  readonly spareQuestion: string;
  readonly node: string;
}

type Insert = (sql: string, ...values: unknown[]) => Promise<string>;

/** Names are one's own within a merchant, which may be given its things more than once. */
let times = 0;

/** A draft of one node, whole enough for the studio to open it. */
const nodesPlan = {
  ...shortPlan,
  flows: [
    {
      ...{ id: 'main', name: '主流程', rootNode: 'bye' },
      nodes: [{ kind: 'hangup', id: 'bye', name: '再见', sentences: ['感谢接听'] }],
    },
  ],
};

export const provisionWords = async (insert: Insert, plan: string): Promise<WordAssets> => {
  times += 1;
  const group = (name: string) =>
    insert(
      `insert into keyword_group (merchant_id, name, semantic) values ($1, $2, 'yes') returning id`,
      `${name}${times}`,
    );
  const wordGroup = await group('同意');
  const question = (sort: number) =>
    insert(
      `insert into guide_question (merchant_id, plan_id, sort, title, type, options, is_root, is_required, has_other)
       values ($1, $2, $3, '您贵姓？', 1, '[{"v":"王","n":""}]', $4, false, false) returning id`,
      plan,
      sort,
      sort === 0,
    );
  const named = await insert(
    `insert into plan (merchant_id, name, draft) values ($1, '节点', $2) returning id`,
    nodesPlan,
  );
  return {
    wordGroup,
    spareWordGroup: await group('备用'),
    word: await insert(
      `insert into keyword (merchant_id, group_id, kind, text) values ($1, $2, 'simple', '可以') returning id`,
      wordGroup,
    ),
    question: await question(0),
    spareQuestion: await question(1),
    node: `${named}/bye`,
  };
};

export const wordSamples = (own: WordAssets, plan: string): Readonly<Record<string, Record<string, string>>> => ({
  'keywords/groups': { page: '1', limit: '20', search: '同意' },
  'keywords/saveGroup': { id: own.wordGroup, name: '同意了', semantic: 'yes', note: '愿意' },
  'keywords/addStarters': {},
  'keywords/removeGroup': { id: own.spareWordGroup },
  'keywords/list': { groupId: own.wordGroup, page: '1', limit: '20', kind: 'simple' },
  'keywords/add': { groupId: own.wordGroup, kind: 'simple', texts: '行，没问题\n好的' },
  'keywords/saveWord': { id: own.word, kind: 'exact', text: '可以' },
  'keywords/removeWords': { groupId: own.wordGroup, ids: own.word },
  'keywords/uses': { id: own.wordGroup },
  'keywords/analyzer': { id: own.node },
  'keywords/meanings': { planId: plan },
  'keywords/search': { q: '可' },
  'research/list': { planId: plan },
  'research/save': { planId: plan, id: own.question, title: '您贵姓？', type: '1', jsonOptions: '[{"v":"李","n":""}]' },
  'research/order': { id: own.question },
  'research/remove': { id: own.spareQuestion },
});

/** Which of them a field names. */
export const wordAssetOf = (path: string, field: string): keyof WordAssets | null => {
  if (path.startsWith('research/') && (field === 'id' || field === 'before')) return 'question';
  if (!path.startsWith('keywords/')) return null;
  if (field === 'groupId') return 'wordGroup';
  if (field !== 'id') return null;
  if (path === 'keywords/saveWord') return 'word';
  return path === 'keywords/analyzer' ? 'node' : 'wordGroup';
};

import { marketLimits, type ProductFault } from '@lianxian/contract';
import { closedFaults, maskNumbers, type Plan, planSentences } from '@lianxian/core';
import { openingOf } from './shown.policy.ts';

/** What of a plan's own texts, and of what is written of it, keeps it from the shelf (docs/market.md#lint). */
export interface Found {
  readonly fault: ProductFault;
  /** A node, question or flow by its name; empty: the plan. */
  readonly where: string;
  readonly detail: string;
}

const DETAIL_CHARS = 60;
/** So many of one kind are told. */
const MOST_TOLD = 20;

/** Common surnames that are no other word at the beginning of one. */
const SURNAMES =
  '王李张刘陈杨赵黄周吴徐孙胡朱郭林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖田董袁潘蔡蒋余杜叶程魏苏吕丁沈任姚卢傅姜崔谭廖范汪陆石贾韦薛侯邹熊孟秦阎江尹邱郝龚邵史贺赖武康戴莫孔汤張劉陳楊趙黃吳孫羅鄭許韓馮鄧蕭葉蔣蘇呂盧譚範陸賈韋鄒閻龔邵賀賴湯';
/** Words of a sentence, which no given name has. */
const GIVEN = '[^\\s的了是在有和就不也们們吗嗎呢啊吧您你我他她它这這那哪什么麼]';
const TITLES = '(?:先生|女士|小姐|经理|經理|老师|老師|主任|顾问|顧問|医生|醫生|律师|律師|总监|總監)(?![们們])';
/** 我叫王小明，张伟先生: a surname with a title alone (王经理) is nobody in particular. */
const NAMED = new RegExp(
  `(?:我叫|名叫|叫做|我的名字是)([${SURNAMES}](?!${TITLES})${GIVEN}{1,2})(?=[\\s，,。.！!？?、；;]|$)|(?:^|[\\s，,。.！!？?、；;：:]|找|请问|請問|您是|这里是|這裡是|我是)([${SURNAMES}](?!${TITLES})${GIVEN}{1,2})${TITLES}`,
  'u',
);

/** A person's whole name in a text; null: none. Placeholders are none. */
export const nameIn = (text: string): string | null => {
  const [, said = null, titled = null] = NAMED.exec(text.replace(/\$?\{[^}]*\}/g, '〇')) ?? [];
  return said ?? titled;
};

/** Whether a text has a number that may be somebody's telephone. */
const hasPhone = (text: string): boolean => maskNumbers(text) !== text;

interface Text {
  readonly where: string;
  readonly text: string;
}

/** All that a plan says, sends to a model, or calls. */
const textsOf = (plan: Plan): readonly Text[] => {
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const placed = nodes.flatMap(node =>
    ('sentences' in node ? node.sentences : []).map(text => ({ where: node.name, text })),
  );
  const known = new Set(placed.map(({ text }) => text));
  const others = planSentences(plan)
    .filter(text => !known.has(text))
    .map(text => ({ where: '', text }));
  const models = nodes.flatMap(node =>
    node.kind === 'llm' ? [node.goal, node.facts, ...node.forbidden].map(text => ({ where: node.name, text })) : [],
  );
  const numbers = nodes.flatMap(node =>
    node.kind === 'transfer' && node.to.type === 'outside' ? [{ where: node.name, text: node.to.number }] : [],
  );
  return [...placed, ...others, ...models, ...numbers];
};

/** What strangers read of it before they take it. */
interface Written {
  readonly title: string;
  readonly description: string;
  readonly access: 'open' | 'closed';
}

export const textFaults = (plan: Plan, { title, description, access }: Written): readonly Found[] => {
  const texts = [...[title, description].map(text => ({ where: '', text })), ...textsOf(plan)];
  const nodes = plan.flows.reduce((sum, flow) => sum + flow.nodes.length, 0);
  const phones = texts.filter(({ text }) => hasPhone(text));
  const names = texts.flatMap(({ where, text }) => {
    const name = nameIn(text);
    return name === null ? [] : [{ fault: 'nameInText', where, detail: name } as const];
  });
  const found: readonly Found[] = [
    ...(openingOf(plan).trim() === '' ? [{ fault: 'noOpening', where: '', detail: '' } as const] : []),
    ...(nodes < marketLimits.leastNodes
      ? [{ fault: 'fewNodes', where: '', detail: String(marketLimits.leastNodes) } as const]
      : []),
    ...phones
      .slice(0, MOST_TOLD)
      .map(({ where, text }) => ({ fault: 'phoneInText', where, detail: text.slice(0, DETAIL_CHARS) }) as const),
    ...names.slice(0, MOST_TOLD),
  ];
  const notClosable = access === 'closed' ? closedFaults(plan) : [];
  return [
    ...found,
    ...notClosable.slice(0, MOST_TOLD).map(where => ({ fault: 'notClosable', where, detail: '' }) as const),
  ];
};

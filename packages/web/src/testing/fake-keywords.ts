import type { endpoints, OutputOf } from '@lianxian/contract';
import type { z } from 'zod';

type Group = OutputOf<typeof endpoints.keywords.groups>['list'][number];
type Word = OutputOf<typeof endpoints.keywords.list>['list'][number];
type Question = OutputOf<typeof endpoints.research.list>['questions'][number];
type Input<E extends { readonly input: z.ZodType }> = z.output<E['input']>;

const group = (id: string, name: string, semantic: Group['semantic'], note = ''): Group => ({
  id,
  name,
  semantic,
  note,
  words: 0,
  changedAt: '2026-11-20T01:00:00Z',
});

/** A small word library to borrow from, and a guide of one question that remembers what is done to it. */
export const createFakeKeywords = () => {
  const groups = [group('1', '忙', '自定义', '现在不方便说话'), group('2', '肯定', '肯定')];
  const words: (Word & { readonly groupId: string })[] = [
    { id: '11', groupId: '1', kind: 'simple', text: '在开会' },
    { id: '12', groupId: '1', kind: 'combined', text: '现在+开车' },
  ];
  let questions: Question[] = [
    {
      ...{ id: '21', title: '您还在考虑吗？', type: 1, isRoot: true, isRequired: true, hasOther: false },
      jsonOptions: '[{"v":"是","n":"","isChecked":false},{"v":"否","n":"","isChecked":false}]',
    },
  ];
  let next = 100;
  const nextId = () => String(next++);
  const handlers = {
    'keywords/groups': ({ search }: Input<typeof endpoints.keywords.groups>) => {
      const list = groups
        .filter(({ name }) => name.includes(search))
        .map(each => ({ ...each, words: words.filter(({ groupId }) => groupId === each.id).length }));
      return { list, total: list.length };
    },
    'keywords/list': ({ groupId, search, kind }: Input<typeof endpoints.keywords.list>) => {
      const list = words.filter(
        each => each.groupId === groupId && each.text.includes(search) && (!kind || each.kind === kind),
      );
      return { list, total: list.length };
    },
    'keywords/kept': () => ({
      list: [
        {
          owner: { kind: 'intent' as const, id: 'yes' },
          ...{ name: '肯定', sentences: 228, some: ['那行，咱约个时间', '可以的呀'] },
        },
        {
          owner: { kind: 'intent' as const, id: 'yes' },
          ...{ name: '考虑一下', sentences: 130, some: ['我想想再说'] },
        },
      ],
    }),
    'research/list': () => ({ questions }),
    'research/save': ({ planId: _, id = nextId(), ...fields }: Input<typeof endpoints.research.save>) => {
      const kept = { id, ...fields };
      questions = questions.some(each => each.id === id)
        ? questions.map(each => (each.id === id ? kept : each))
        : [...questions, kept];
      return { id };
    },
    'research/order': ({ id, before }: Input<typeof endpoints.research.order>) => {
      const moved = questions.find(each => each.id === id)!;
      const others = questions.filter(each => each.id !== id);
      const at = before === undefined ? others.length : others.findIndex(each => each.id === before);
      questions = others.toSpliced(at, 0, moved);
      return {};
    },
    'research/remove': ({ id }: Input<typeof endpoints.research.remove>) => {
      questions = questions.filter(each => each.id !== id);
      return {};
    },
  };
  return { handlers };
};

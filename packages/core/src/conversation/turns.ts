import { isBackchannel } from './lexicon.ts';
import { type CalleeTurn, type Draft, nextLine, patch, tally } from './state.ts';
import { asksForNoMoreCalls, countsOverPrompt, type Heard, type Meant, understand } from './understand.ts';
import { currentNode, go, goAside, part, sayHere } from './walking.ts';

/*
 * The callee's turns: what was said is noted, understood and acted on. What nobody understood, and silence, are turns
 * too: each has its sentences, then its router, then the robot gives up politely.
 */

/** What the callee has said so far in this turn, as one line. */
export const textOf = (turn: CalleeTurn): string =>
  turn.texts.reduce(
    (line, text) => (/[，。！？、,.!?]$/.test(line) || line === '' ? line + text : `${line}，${text}`),
    '',
  );

/** The callee has finished: understand and act. */
export const takeTurn = (draft: Draft): Draft => {
  const { plan, turn, knowledgeUsed, saidAgain } = draft.state;
  if (!turn || turn.texts.length === 0) return missed(draft);
  const text = textOf(turn);
  if (turn.interrupted && !turn.interrupted.mostlyHeard && !saidAgain && isBackchannel(text)) {
    noteSaid(draft, turn, null);
    patch(draft, { saidAgain: true });
    return sayHere(draft, turn.interrupted.saying.text);
  }
  act(draft, turn, understand(plan, currentNode(draft), knowledgeUsed, text));
  return draft;
};

/**
 * What was said over a prompt that could not be stopped, now that it has ended. Answers whether it led anywhere; if not,
 * the robot goes on as if nothing had been said.
 */
export const takeKept = (draft: Draft, turn: CalleeTurn): boolean => {
  const { plan, knowledgeUsed } = draft.state;
  const text = textOf(turn);
  const heard = understand(plan, currentNode(draft), knowledgeUsed, text);
  if (!countsOverPrompt(heard.meant, text, turn.overQuestion)) {
    noteSaid(draft, turn, null);
    return false;
  }
  act(draft, turn, heard);
  return true;
};

/**
 * What was said last, with the line cut behind it. Nobody answers it any more, but 「不需要」 and a click is a refusal as the
 * level rules count it; a good-bye that no rule knows is not a miss.
 */
export const takeLastWords = (draft: Draft, turn: CalleeTurn): Draft => {
  const { plan, knowledgeUsed, kind } = draft.state;
  if (kind !== 'hearing' && kind !== 'saying') return noteSaid(draft, turn, null);
  const text = textOf(turn);
  const { meant, met } = understand(plan, currentNode(draft), knowledgeUsed, text);
  const counts = kind === 'hearing' ? meant.type !== 'nothing' : countsOverPrompt(meant, text, turn.overQuestion);
  noteSaid(draft, turn, counts ? meant : null);
  return counts ? count(draft, meant, met) : draft;
};

const act = (draft: Draft, turn: CalleeTurn, { meant, met }: Heard): Draft => {
  noteSaid(draft, turn, meant);
  count(draft, meant, met);
  const { plan, counts } = draft.state;
  if (counts.turns >= plan.plan.defaults.mostTurns) return part(draft, '轮次已满');
  switch (meant.type) {
    case 'nothing':
      return missed(draft);
    case 'answer':
      return keepAnswer(draft, turn.line, meant.value);
    case 'knowledge':
      return goAside(draft, meant.item);
    case 'router':
      return go(draft, meant.by, meant.router.to);
    case 'unrouted': {
      const onward = currentNode(draft).routers.find(router => router.on === '默认');
      return onward ? go(draft, '默认', onward.to) : missed(draft);
    }
  }
};

const count = (draft: Draft, meant: Meant, met: readonly string[]): Draft => {
  const { counts } = draft.state;
  const means = 'means' in meant ? meant.means : null;
  patch(draft, {
    met: countedOnce(draft.state.met, met),
    counts: {
      ...counts,
      turns: counts.turns + 1,
      positives: counts.positives + Number(means === '肯定'),
      negatives: counts.negatives + Number(means === '否定'),
      refusals: counts.refusals + Number(means === '拒绝'),
    },
  });
  return draft;
};

const countedOnce = (known: Readonly<Record<string, number>>, ids: readonly string[]) => ({
  ...known,
  ...Object.fromEntries(ids.map(id => [id, (known[id] ?? 0) + 1])),
});

/** Keeps a collected answer and goes on by 「collected」. */
export const keepAnswer = (draft: Draft, line: number | null, value: string): Draft => {
  const node = currentNode(draft);
  if (node.kind !== 'collect') return draft;
  const { variable } = node;
  const { answers, values, plan, lines } = draft.state;
  patch(draft, { answers: { ...answers, [variable]: value }, values: { ...values, [variable]: value } });
  const label = plan.variables.get(variable)?.label ?? variable;
  const note = { at: draft.at, line: line ?? lines, variable, label, value };
  draft.effects.push({ type: 'note', note: { type: 'answer.kept', ...note } });
  go(draft, '采集成功', node.routers.find(router => router.on === 'collected')!.to);
  return draft;
};

/** Not understood, or voice without a sentence. */
export const missed = (draft: Draft): Draft => {
  const node = currentNode(draft);
  const { misses, plan } = draft.state;
  patch(draft, { misses: misses + 1 });
  tally(draft, 'notUnderstood');
  const sentences = (node.notUnderstood ?? plan.plan.defaults.notUnderstood).sentences;
  const sentence = sentences[misses];
  if (sentence !== undefined) return sayHere(draft, sentence);
  const by = (on: string) => node.routers.find(router => router.on === on);
  const onward = by('未识别') ?? by('默认');
  return onward ? go(draft, by('未识别') ? '未识别' : '默认', onward.to) : part(draft, '未识别');
};

/** Nobody has spoken for a while. */
export const silent = (draft: Draft): Draft => {
  const node = currentNode(draft);
  const { silences, plan } = draft.state;
  patch(draft, { silences: silences + 1 });
  tally(draft, 'silences');
  const sentence = (node.silence ?? plan.plan.defaults.silence).sentences[silences];
  if (sentence !== undefined) return sayHere(draft, sentence);
  const onward = node.routers.find(router => router.on === '无应答');
  return onward ? go(draft, '无应答', onward.to) : part(draft, '无应答');
};

/**
 * Puts what the callee said into the transcript and closes the turn; `meant` is null where nothing was to be understood:
 * a greeting before the robot opened, words beside a prompt or a farewell.
 */
export const noteSaid = (draft: Draft, turn: CalleeTurn, meant: Meant | null): Draft => {
  const line = turn.line ?? nextLine(draft);
  const { node, plan } = draft.state;
  const { since, whileRobotSpoke } = turn;
  const text = textOf(turn);
  draft.effects.push({
    type: 'note',
    note: {
      type: 'callee.said',
      at: since,
      endAt: turn.saidAt ?? draft.at,
      line,
      text,
      node,
      understood: meant === null || meant.type === 'nothing' ? null : meant.understood,
      missed: meant?.type === 'nothing',
      whileRobotSpoke,
    },
  });
  if (asksForNoMoreCalls(plan, text))
    draft.effects.push({ type: 'note', note: { type: 'callee.wantsNoMoreCalls', at: draft.at } });
  return patch(draft, { turn: null });
};

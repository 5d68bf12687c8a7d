import type { Plan } from './plan.ts';

/** What an opening tells of itself: who calls, that a machine speaks, that the call is recorded. */
type OpeningPart = 'caller' | 'machine' | 'recorded';

const parts: Readonly<Record<OpeningPart, RegExp>> = {
  // Whose assistant it is says who calls: 「仁和体检的智能预约助手给您来电」.
  caller:
    /我是|我们是|我这(?:里|边)是|这(?:里|边)是|我叫|来自|代表|[\p{L}\p{N}]{2,}的智能(?:(?!的)\p{Script=Han}){0,4}助[理手]|this is|calling from/iu,
  // What it is an assistant for may stand between: 智能预约助手.
  machine:
    /机器人|人工智能|智能(?:语音|客服|外呼|电话)|智能(?:(?!的)\p{Script=Han}){0,4}助[理手]|语音助[手理]|自动(?:语音|外呼|拨打)|虚拟|\bAI\b|automated|robot|virtual/iu,
  recorded: /录音|录下|录制|recorded/i,
};

/**
 * What the announcement and the first sentence do not say though the plan wants it said (`defaults.opening`, all of it
 * unless switched off). Every wording of the first sentence must say it, or the announcement, which all callees hear.
 */
export const openingLacks = (plan: Plan): readonly OpeningPart[] => {
  const { announcement, opening } = plan.defaults;
  const wordings = firstSentences(plan);
  return (Object.keys(parts) as OpeningPart[]).filter(part => {
    if (opening?.[part] === false || parts[part].test(announcement)) return false;
    return wordings.length === 0 || !wordings.every(text => parts[part].test(text));
  });
};

const firstSentences = (plan: Plan): readonly string[] => {
  const root = plan.flows.find(({ id }) => id === plan.rootFlow);
  const node = root?.nodes.find(({ id }) => id === root.rootNode);
  return node && 'sentences' in node ? node.sentences : [];
};

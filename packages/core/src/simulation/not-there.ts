import type { Persona } from './persona.ts';

/* Those whom a call does not reach: nobody answers, the network says why, or a machine answers in their place. */

const silent = { asksIntoSilence: [], habits: [] } as const;

/** In a call already. */
export const busy: Persona = { ...silent, id: 'busy', answering: { refuses: 486 } };

export const rejects: Persona = {
  ...silent,
  id: 'rejects',
  answering: { refuses: 603, afterMs: { from: 900, to: 2_500 } },
};

export const neverAnswers: Persona = { ...silent, id: 'neverAnswers', answering: { never: true } };

/** The network's words; the code alone says no more than that nobody can be reached. */
export const poweredOff: Persona = {
  ...silent,
  id: 'poweredOff',
  answering: { refuses: 480, announces: '您好，您拨打的电话已关机，请稍后再拨' },
};

export const emptyNumber: Persona = {
  ...silent,
  id: 'emptyNumber',
  answering: { refuses: 404, announces: '您好，您拨打的号码是空号，请核对后再拨' },
};

/** Answers in its owner's place, then keeps what it hears. */
export const voiceMail: Persona = {
  id: 'voiceMail',
  answering: { afterMs: { from: 1_500, to: 3_000 } },
  isMachine: true,
  asksIntoSilence: [],
  habits: [{ says: ['您好，您拨打的用户暂时无法接听，请在提示音后留言。'], beeps: true }],
  afterwards: { listens: true },
};

/** 来电助理: a program of the phone that answers for its owner, asks who it is, and takes a message. */
export const callAssistant: Persona = {
  id: 'callAssistant',
  answering: { afterMs: { from: 1_500, to: 3_000 } },
  isMachine: true,
  asksIntoSilence: ['您好，还在线上吗？'],
  habits: [
    { says: ['您好，我是机主的来电助理，请问您怎么称呼？', '您好，这里是智能来电助理，请问怎么称呼您？'] },
    { says: ['请讲一下来意，我来转告机主。', '请问找机主有什么事，我会转告。'] },
    { says: ['收到，我会转告机主，再见。', '已经为您记下，稍后转告机主，再见。'], leaves: true },
  ],
};

import { dice } from '../kit/index.ts';
import { isPracticeNumber } from '../phone/index.ts';
import { busy, callAssistant, emptyNumber, neverAnswers, poweredOff, rejects, voiceMail } from './not-there.ts';
import type { Persona } from './persona.ts';
import {
  agrees,
  asksForPerson,
  asksPrice,
  changesMind,
  hangsUpOnIt,
  hasRingback,
  interrupts,
  pressesKeys,
  refuses,
  saysNothing,
  speaksLong,
  standsInNoise,
  talksBack,
} from './talkers.ts';

/**
 * The town: who answers on the practice line, by number. No operator holds 154 (see `isPracticeNumber`); all 10,000
 * numbers 15400000000–15400009999 are somebody. The first twenty after 0 are one of each kind, known by name. The
 * others are of the first eighteen kinds in the shares of a list as it really is: of a thousand numbers 420 answer, 300 of
 * those 420 are done with within half a minute. The last two kinds are there to talk to people, and live at their numbers alone.
 */
interface PracticeCallee {
  readonly number: string;
  readonly name: string;
  /** What it does, in a line, for the one who picks a number. */
  readonly says: string;
  readonly persona: Persona;
}

interface Kind {
  readonly persona: Persona;
  readonly name: string;
  readonly says: string;
  /** Of a thousand numbers. */
  readonly share: number;
}

const kinds: readonly Kind[] = [
  { persona: agrees, name: '好说话', says: '一路说好，问什么答什么', share: 20 },
  { persona: asksPrice, name: '先问价', says: '先问多少钱，问完再答应', share: 20 },
  { persona: refuses, name: '不需要', says: '说不需要，再劝就挂断', share: 90 },
  { persona: busy, name: '占线', says: '正在通话中，打不进去', share: 80 },
  { persona: rejects, name: '拒接', says: '响两声就按掉', share: 90 },
  { persona: neverAnswers, name: '没人接', says: '一直响，没有人接', share: 260 },
  { persona: poweredOff, name: '已关机', says: '接通前播报已关机', share: 100 },
  { persona: voiceMail, name: '语音信箱', says: '信箱接听，提示音后录音', share: 30 },
  { persona: saysNothing, name: '不说话', says: '接了电话，一声不吭', share: 15 },
  { persona: pressesKeys, name: '按键', says: '一路说好，不等说完就按键', share: 10 },
  { persona: interrupts, name: '抢话', says: '机器人没说完就插话', share: 15 },
  { persona: hangsUpOnIt, name: '听一半', says: '听到一半就挂断', share: 110 },
  { persona: speaksLong, name: '话多', says: '一开口就说个没完', share: 5 },
  { persona: changesMind, name: '改主意', says: '先说不要又答应，说了又改', share: 15 },
  { persona: standsInNoise, name: '路边', says: '在马路边开车，字常常听错', share: 10 },
  { persona: callAssistant, name: '来电助理', says: '助理代接，问你是谁，帮忙转告', share: 50 },
  { persona: emptyNumber, name: '空号', says: '接通前播报空号', share: 50 },
  { persona: hasRingback, name: '彩铃', says: '接通前放音乐，接了再三考虑', share: 30 },
  { persona: asksForPerson, name: '找真人', says: '不跟机器人讲，要转人工，谁接跟谁聊', share: 0 },
  { persona: talksBack, name: '聊得来', says: '有问有答，坐席拨过去能一直聊', share: 0 },
];

const FIRST_NUMBER = '15400000000';
const LAST_NUMBER = '15400009999';
const number = (index: number): string => `${FIRST_NUMBER.slice(0, -4)}${String(index).padStart(4, '0')}`;
const indexOf = (phone: string): number => Number(phone.slice(-4));

/** The twenty that are known by name. */
export const practiceCallees: readonly PracticeCallee[] = kinds.map(({ share: _, ...kind }, index) => ({
  number: number(index + 1),
  ...kind,
}));

/** Who has a practice number; null for any other number. A number is the same person for ever. */
export const practiceCalleeAt = (phone: string): PracticeCallee | null => {
  if (!isPracticeNumber(phone)) return null;
  const known = practiceCallees[indexOf(phone) - 1];
  if (known) return known;
  const { persona, name, says } = kindAt(phone);
  return { number: phone, name, says, persona };
};

/** Who each part of a thousand is. */
const thousand: readonly Kind[] = kinds.flatMap(kind => Array.from({ length: kind.share }, () => kind));

/**
 * A number draws its kind by itself, whatever its neighbours are. The last one stays an empty number: whoever needs a
 * number that nobody has takes it.
 */
const kindAt = (phone: string): Kind => {
  if (phone === LAST_NUMBER) return kinds.find(({ persona }) => persona === emptyNumber)!;
  return dice(Math.imul(indexOf(phone) + 1, 0x9e3779b1)).pick(thousand);
};

/**
 * The seed of one call: it follows from the carrier's seed, the number and how often that has been called before, so
 * calls at the same time do not disturb each other and 10,000 numbers are different people.
 */
export const calleeSeed = (seed: number, phone: string, calledBefore: number): number =>
  (Math.imul(seed, 0x85ebca6b) ^ Math.imul(indexOf(phone) + 1, 0x9e3779b1) ^ Math.imul(calledBefore, 0xc2b2ae35)) >>> 0;

import { type CallState, type HungUpBy, type Level, maskNumbers } from '@lianxian/core';
import { exitWord } from './exit-words.ts';
import type { Language } from './language.ts';

interface CallWords {
  /** How a call came out; `live` while it has not. */
  readonly states: Readonly<Record<CallState | 'live', string>>;
  readonly hungUpBy: Readonly<Record<HungUpBy, string>>;
}

/** One word for each outcome of a call (docs/calls.md#outcomes), on pages and in exports alike. */
export const callWords: Readonly<Record<Language, CallWords>> = {
  'zh-CN': {
    states: {
      answered: '已接通',
      voicemail: '语音信箱',
      fax: '传真',
      noAnswer: '无人接听',
      busy: '用户正忙',
      rejected: '拒接',
      poweredOff: '关机',
      outOfService: '停机',
      unreachable: '无法接通',
      emptyNumber: '空号',
      numberChanged: '号码变更',
      lineFault: '线路故障',
      limited: '受限',
      cancelled: '已取消',
      blacklisted: '黑名单',
      abandoned: '已放弃',
      interrupted: '异常中断',
      live: '进行中',
    },
    hungUpBy: { callee: '客户', robot: '机器人', user: '人工操作', seat: '坐席', platform: '平台', nobody: '—' },
  },
  'zh-TW': {
    states: {
      answered: '已接通',
      voicemail: '語音信箱',
      fax: '傳真',
      noAnswer: '無人接聽',
      busy: '使用者忙線',
      rejected: '拒接',
      poweredOff: '關機',
      outOfService: '停機',
      unreachable: '無法接通',
      emptyNumber: '空號',
      numberChanged: '號碼變更',
      lineFault: '線路故障',
      limited: '受限',
      cancelled: '已取消',
      blacklisted: '黑名單',
      abandoned: '已放棄',
      interrupted: '異常中斷',
      live: '進行中',
    },
    hungUpBy: { callee: '客戶', robot: '機器人', user: '人工操作', seat: '坐席', platform: '平台', nobody: '—' },
  },
  en: {
    states: {
      answered: 'Answered',
      voicemail: 'Voicemail',
      fax: 'Fax',
      noAnswer: 'No answer',
      busy: 'Busy',
      rejected: 'Rejected',
      poweredOff: 'Powered off',
      outOfService: 'Out of service',
      unreachable: 'Unreachable',
      emptyNumber: 'Invalid number',
      numberChanged: 'Number changed',
      lineFault: 'Line fault',
      limited: 'Limited',
      cancelled: 'Cancelled',
      blacklisted: 'Blacklisted',
      abandoned: 'Abandoned',
      interrupted: 'Interrupted',
      live: 'Live',
    },
    hungUpBy: { callee: 'Callee', robot: 'Robot', user: 'Manually', seat: 'Seat', platform: 'Platform', nobody: '—' },
  },
};

/** Phone keys as a line of the callee; kept in transcripts, in the language of the plans. */
export const keyedText = (keys: string): string => `按键 ${keys}`;

/** The keys of such a line; null: it was spoken. */
export const keysIn = (text: string): string | null => /^按键 ([0-9*#]*)$/.exec(text)?.[1] ?? null;

/** A line as it is read: what was said as it was, keys in the reader's language. */
export const lineText = (language: Language, text: string): string => {
  const keys = keysIn(text);
  return keys === null ? text : exitWord(language, `key:${keys}`);
};

const corrected: Readonly<Record<Language, string>> = {
  'zh-CN': '人工改为 {level}',
  'zh-TW': '人工改為 {level}',
  en: 'Set to {level} manually',
};
const confirmed: Readonly<Record<Language, string>> = {
  'zh-CN': '人工确认 {level}',
  'zh-TW': '人工確認 {level}',
  en: '{level}, confirmed manually',
};

interface Correction {
  readonly level: Level;
  /** What the rules had said. */
  readonly ruledLevel: Level | null;
  readonly why: string;
}

/** Why a call has its level where a person gave it: 「人工改为 A · 客户说明天再来电」. */
export const correctionText = ({ level, ruledLevel, why }: Correction, language: Language): string => {
  const said = (level === ruledLevel ? confirmed : corrected)[language].replace('{level}', level);
  return why === '' ? said : `${said} · ${why}`;
};

interface Levelled {
  readonly levelRule: string | null;
  /** Null: nobody corrected it. */
  readonly correctedLevel: Level | null;
  readonly ruledLevel: Level | null;
  readonly why: string | null;
}

/** Why a call has its level: the rule, or the person who corrected it, whose reason may name a number. */
export const levelReason = (
  { levelRule, correctedLevel, ruledLevel, why }: Levelled,
  seesPhones: boolean,
  language: Language,
): string => {
  if (correctedLevel === null) return levelRule ?? '';
  const said = seesPhones ? (why ?? '') : maskNumbers(why ?? '');
  return correctionText({ level: correctedLevel, ruledLevel, why: said }, language);
};

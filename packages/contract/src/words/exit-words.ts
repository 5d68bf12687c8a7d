import { type BuiltInExit, isBuiltInExit, ownOf } from '@lianxian/core';
import type { Language } from './language.ts';

interface ExitWords {
  readonly ours: Readonly<Record<BuiltInExit, string>>;
  readonly key: (key: string) => string;
  readonly flow: (name: string) => string;
}

const words: Readonly<Record<Language, ExitWords>> = {
  'zh-CN': {
    ours: {
      yes: '肯定',
      no: '否定',
      refuse: '拒绝',
      other: '默认',
      silence: '无应答',
      notUnderstood: '未识别',
      collected: '采集成功',
      holds: '满足条件',
      otherwise: '其他情况',
      sent: '发送成功',
      notSent: '没发出',
      done: '成功',
      failed: '失败',
      notReached: '没人接',
      transferred: '已转接',
      repeated: '再说一遍',
      askedAgain: '答后回到原处',
      resumed: '答后继续',
      wentElsewhere: '答后跳转',
      saidGoodbye: '答后挂断',
      calleeHungUp: '客户挂断',
      robotHungUp: '机器人挂断',
      userHungUp: '人工挂断',
      platformHungUp: '平台挂断',
      tooLong: '通话过长',
      tooManyTurns: '轮次已满',
      circling: '原地打转',
      noMoreCalls: '不想再接电话',
      outside: '不在可选范围',
    },
    key: key => `按键 ${key}`,
    flow: name => `转到${name}`,
  },
  'zh-TW': {
    ours: {
      yes: '肯定',
      no: '否定',
      refuse: '拒絕',
      other: '預設',
      silence: '無應答',
      notUnderstood: '未識別',
      collected: '採集成功',
      holds: '符合條件',
      otherwise: '其他情況',
      sent: '發送成功',
      notSent: '沒發出',
      done: '成功',
      failed: '失敗',
      notReached: '沒人接',
      transferred: '已轉接',
      repeated: '再說一遍',
      askedAgain: '答後回到原處',
      resumed: '答後繼續',
      wentElsewhere: '答後跳轉',
      saidGoodbye: '答後掛斷',
      calleeHungUp: '客戶掛斷',
      robotHungUp: '機器人掛斷',
      userHungUp: '人工掛斷',
      platformHungUp: '平台掛斷',
      tooLong: '通話過長',
      tooManyTurns: '輪次已滿',
      circling: '原地打轉',
      noMoreCalls: '不想再接電話',
      outside: '不在可選範圍',
    },
    key: key => `按鍵 ${key}`,
    flow: name => `轉到${name}`,
  },
  en: {
    ours: {
      yes: 'Yes',
      no: 'No',
      refuse: 'Refusal',
      other: 'Anything',
      silence: 'Silence',
      notUnderstood: 'Not understood',
      collected: 'Collected',
      holds: 'Condition met',
      otherwise: 'Otherwise',
      sent: 'Sent',
      notSent: 'Not sent',
      done: 'Done',
      failed: 'Failed',
      notReached: 'Nobody',
      transferred: 'Transferred',
      repeated: 'Repeated',
      askedAgain: 'Answered, asked again',
      resumed: 'Answered, continued',
      wentElsewhere: 'Answered, went elsewhere',
      saidGoodbye: 'Answered, hung up',
      calleeHungUp: 'Customer hung up',
      robotHungUp: 'Robot hung up',
      userHungUp: 'Hung up manually',
      platformHungUp: 'Platform hung up',
      tooLong: 'Max call length',
      tooManyTurns: 'Too many turns',
      circling: 'Loop detected',
      noMoreCalls: 'Wants no more calls',
      outside: 'Outside what is taken',
    },
    key: key => `Key ${key}`,
    flow: name => `To ${name}`,
  },
};

/**
 * A meaning or an exit (core's `Exit`) in words: ours in the reader's language, the merchant's by its own name. Where that is
 * not known any more its id stands; '' stays ''.
 */
export const exitWord = (language: Language, exit: string, name = ''): string => {
  if (isBuiltInExit(exit)) return words[language].ours[exit];
  const own = ownOf(exit);
  if (own === null) return exit;
  if (own.kind === 'key') return words[language].key(own.id);
  const called = name === '' ? own.id : name;
  return own.kind === 'flow' ? words[language].flow(called) : called;
};

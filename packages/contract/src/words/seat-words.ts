import type { SeatState } from '@lianxian/core';
import type { Language, Said } from './language.ts';
import { say } from './say.ts';

const states: Readonly<Record<SeatState, Said>> = {
  offline: say('离线', '離線', 'Offline'),
  connecting: say('连接中', '連線中', 'Connecting'),
  idle: say('空闲', '空閒', 'Idle'),
  dialling: say('正在呼出', '正在撥出', 'Dialling'),
  ringing: say('振铃中', '響鈴中', 'Ringing'),
  inCall: say('通话中', '通話中', 'In a call'),
  held: say('保持中', '保留中', 'On hold'),
  wrapUp: say('话后处理', '話後處理', 'Wrap-up'),
  break: say('小休', '小休', 'Break'),
};

/** What a seat does. */
export const seatStateText = (state: SeatState, language: Language): string => states[state][language];

import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/reminders.ts';

export const words: Shape<typeof source> = {
  title: 'What rings for me',
  hint: 'For yourself alone.',
  failed: 'Couldn’t load your choices',
  close: 'Close',
  kinds: {
    customer: 'Customers to follow up (level A, or as the owner chose)',
    afterCall: 'Notices of rules after a call',
    todo: 'A promised call is for a person',
    taskFinished: 'A task is finished',
    taskPaused: 'A task was paused',
    importRefused: 'An import has refused rows',
    lineDown: 'A line is down',
    moneyLow: 'The balance is low',
    breaker: 'A task’s calls suddenly fail',
    webhookOff: 'A webhook was switched off',
    library: 'Number library: next steps, requests, mentions, customers about to go back',
    smsReply: 'A customer answers a text',
    smsProvider: 'A text provider fails, or works again',
    smsTemplate: 'A text template was approved or refused',
    recordOrder: 'Orders of recordings',
    market: 'News of plans taken or sold on the market',
  },
};

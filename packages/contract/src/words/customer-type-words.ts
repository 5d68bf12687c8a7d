import type { customerTypes } from '@lianxian/core';
import type { Language } from './language.ts';

/** What a customer is to the merchant, by the number the wire has for it. */
export const customerTypeWords: Readonly<Record<Language, Readonly<Record<(typeof customerTypes)[number], string>>>> = {
  'zh-CN': { '-1': '公海', 0: '无意向', 1: '潜在', 2: '意向', 3: '跟进', 4: '闲置', 9: '成交' },
  'zh-TW': { '-1': '公海', 0: '無意向', 1: '潛在', 2: '意向', 3: '跟進', 4: '閒置', 9: '成交' },
  en: { '-1': 'Public', 0: 'No interest', 1: 'Potential', 2: 'Interested', 3: 'Followed up', 4: 'Idle', 9: 'Closed' },
};

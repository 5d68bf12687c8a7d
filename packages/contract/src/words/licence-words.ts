import type { PlanLicence } from '@lianxian/core';
import type { Said } from './language.ts';
import { say } from './say.ts';

/** What who has a plan may do with it, as people read it before they take it. */
export const licenceWords: Readonly<Record<PlanLicence, Said>> = {
  open: say('可修改，可转送，可出售', '可修改，可轉送，可出售', 'May be changed, passed on and sold'),
  share: say('可修改，可转送，不得出售', '可修改，可轉送，不得出售', 'May be changed and passed on, not sold'),
  own: say('可修改，仅自用，不得转送', '可修改，僅自用，不得轉送', 'May be changed, not passed on'),
  closed: say('封闭，仅自用，流程不公开', '封閉，僅自用，流程不公開', 'Closed: for own use, its graph is not shown'),
};

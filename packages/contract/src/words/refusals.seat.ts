/** Refusals of human seats, 580 to 599. */
export const seatRefusals = {
  seatTaken: {
    code: 580,
    'zh-CN': '坐席正在另一台设备上使用：{device}，{since} 起',
    'zh-TW': '坐席正在另一台裝置上使用：{device}，{since} 起',
    en: 'The seat is in use on another device: {device}, since {since}',
  },
  seatOffline: {
    code: 581,
    'zh-CN': '坐席没有连接，请先上线',
    'zh-TW': '坐席沒有連線，請先上線',
    en: 'The seat isn’t connected. Go online first',
  },
  seatsFull: {
    code: 582,
    'zh-CN': '坐席数已达上限 {limit}，请先停用不用的坐席，或联系平台增加',
    'zh-TW': '坐席數已達上限 {limit}，請先停用不用的坐席，或聯絡平台增加',
    en: 'Limit of {limit} seats reached. Disable one first, or ask the platform for more',
  },
  extensionTaken: {
    code: 583,
    'zh-CN': '分机号 {extension} 已被别的坐席使用',
    'zh-TW': '分機號 {extension} 已被別的坐席使用',
    en: 'Another seat has the extension {extension}',
  },
  guideUnanswered: {
    code: 584,
    'zh-CN': '必答题未做完',
    'zh-TW': '必答題未做完',
    en: 'Required questions are still open',
  },
  seatInCall: { code: 585, 'zh-CN': '正在通话中', 'zh-TW': '正在通話中', en: 'The seat is in a call' },
  callTaken: {
    code: 586,
    'zh-CN': '{who}已经接了这个通话',
    'zh-TW': '{who}已經接了這個通話',
    en: '{who} has taken this call',
  },
  noLine: { code: 587, 'zh-CN': '没有可用的线路', 'zh-TW': '沒有可用的線路', en: 'There is no line to call on' },
  seatOnBreak: {
    code: 588,
    'zh-CN': '休息中，结束休息后再拨打',
    'zh-TW': '休息中，結束休息後再撥打',
    en: 'You are on a break. End it first to dial',
  },
  ownExtension: {
    code: 589,
    'zh-CN': '这是自己的分机号',
    'zh-TW': '這是自己的分機號',
    en: 'This is your own extension',
  },
  colleagueOffline: {
    code: 590,
    'zh-CN': '对方坐席没有连接',
    'zh-TW': '對方坐席沒有連線',
    en: 'That seat isn’t connected',
  },
  colleagueBusy: { code: 591, 'zh-CN': '对方坐席正忙', 'zh-TW': '對方坐席正忙', en: 'That seat is busy' },
} as const;

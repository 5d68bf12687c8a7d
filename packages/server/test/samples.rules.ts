/** What the endpoints of the rules of calling are asked with (samples.ts). */
export const rulesSamples = {
  'rules/own': {},
  'rules/save': {
    version: '0',
    week: '[[{"from":540,"to":1200}],[],[],[],[],[],[]]',
    days: '{"2026-10-02":[{"from":660,"to":720}]}',
    holidaysOff: '1',
    makeUpDaysOn: '1',
    perDay: '3',
    per7Days: '10',
    per30Days: '0',
    minutesBetween: '0',
    channels: '300',
    provinces: '{"新疆":{"from":660,"to":1200}}',
    byHand: 'warn',
  },
  'rules/versions': {},
  'rules/platform': {},
  'rules/savePlatform': {
    version: '1',
    fromMinute: '480',
    toMinute: '1260',
    perDay: '5',
    per7Days: '0',
    per30Days: '10',
    minutesBetween: '0',
    overMerchants: '1',
    shifts: '{"新疆":120}',
  },
  'rules/platformVersions': {},
  'rules/saveYear': {
    year: '2027',
    source: '国务院办公厅关于2027年部分节假日安排的通知',
    off: '[{"name":"元旦","from":"2027-01-01","to":"2027-01-03"}]',
    workdays: '[]',
  },
} as const;

/** What the platform does with lines of merchants. */
export const lendingSamples = (line: string) => ({
  'line/loans': { id: '1', lineId: line, page: '1', limit: '20' },
  'line/lend': { id: '1', lineId: line, cid: '200002', name: '平台线路', channels: '5', pricePerMinute: '0.1' },
  'line/price': { cid: '200001', lineId: line, pricePerMinute: '0.12', unitSeconds: '6' },
  'line/takeBack': { id: '1', lineId: line, cid: '200002' },
});

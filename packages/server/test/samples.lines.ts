/** What endpoints of lines and their groups of channels are asked with, and what the platform does with lines (samples.ts). */
export const lineSamples = ({ line, port }: { readonly line: string; readonly port: string }) => ({
  'port/list': { page: '1', limit: '20' },
  'port/options': { page: '1', limit: '20' },
  'port/save': { id: port, lineId: line, name: '网关一', callerNumber: '400', channels: '5' },
  'port/remove': { id: port },
  'line/monitor': {},
  'line/failures': { lineId: line, limit: '20' },
  'line/loans': { id: '1', lineId: line, page: '1', limit: '20' },
  'line/lend': { id: '1', lineId: line, cid: '200002', name: '平台线路', channels: '5', pricePerMinute: '0.1' },
  'line/price': { cid: '200001', lineId: line, pricePerMinute: '0.12', unitSeconds: '6' },
  'line/takeBack': { id: '1', lineId: line, cid: '200002' },
});

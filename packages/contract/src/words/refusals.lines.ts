/** Refusals of lines and their numbers, and of host names, 430 to 449. */
export const lineRefusals = {
  linesFull: {
    code: 432,
    'zh-CN': '最多 {limit} 条线路，请先删除不用的',
    'zh-TW': '最多 {limit} 條線路，請先刪除不用的',
    en: 'Limit of {limit} lines reached. Delete some first',
  },
  portsFull: {
    code: 433,
    'zh-CN': '最多 {limit} 个语音网关，请先删除不用的',
    'zh-TW': '最多 {limit} 個語音閘道，請先刪除不用的',
    en: 'Limit of {limit} voice gateways reached. Delete some first',
  },
  planUnpublished: {
    code: 430,
    'zh-CN': '话术还没有发布，不能接听来电，请先发布',
    'zh-TW': '話術還沒有發布，不能接聽來電，請先發布',
    en: 'This plan isn’t published, so it can’t answer calls. Publish it first',
  },
  hostUnproven: {
    code: 431,
    'zh-CN': '没有找到 TXT 记录 {name} = {value}；刚加的要等几分钟，再点一次',
    'zh-TW': '沒有找到 TXT 記錄 {name} = {value}；剛加的要等幾分鐘，再點一次',
    en: 'TXT record {name} = {value} not found. New records can take a few minutes. Try again then',
  },
} as const;

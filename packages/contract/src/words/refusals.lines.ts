/** Refusals of lines and their numbers, and of host names, 430 to 449. */
export const lineRefusals = {
  planUnpublished: {
    code: 430,
    'zh-CN': '话术还没有发布，不能接听来电，请先发布',
    'zh-TW': '話術還沒有發布，不能接聽來電，請先發布',
    en: 'The plan was never published, so it cannot answer calls; publish it first',
  },
  hostUnproven: {
    code: 431,
    'zh-CN': '没有找到 TXT 记录 {name} = {value}；刚加的要等几分钟，再点一次',
    'zh-TW': '沒有找到 TXT 記錄 {name} = {value}；剛加的要等幾分鐘，再點一次',
    en: 'There is no TXT record {name} = {value}; one that was just added takes some minutes: ask again then',
  },
} as const;

/** Refusals of lines and their numbers, and of host names, 430 to 449. */
export const lineRefusals = {
  planUnpublished: {
    code: 430,
    'zh-CN': '话术还没有发布，不能接听来电，请先发布',
    'zh-TW': '話術還沒有發布，不能接聽來電，請先發布',
    en: 'The plan was never published, so it cannot answer calls; publish it first',
  },
} as const;

/** Refusals of lists of numbers; part of `refusals.ts`. */
export const listRefusals = {
  tradeInUse: {
    code: 470,
    'zh-CN': '这个行业的名单里还有号码，先清空名单再删除',
    'zh-TW': '這個行業的名單裡還有號碼，先清空名單再刪除',
    en: 'This trade’s list still holds numbers. Empty it first',
  },
  tradesFull: {
    code: 471,
    'zh-CN': '行业最多 {limit} 个',
    'zh-TW': '行業最多 {limit} 個',
    en: 'There can be at most {limit} trades',
  },
  proofUnreadable: {
    code: 472,
    'zh-CN': '这个文件打不开，凭证可以是 PDF、PNG、JPG、MP3 或 WAV',
    'zh-TW': '這個檔案打不開，憑證可以是 PDF、PNG、JPG、MP3 或 WAV',
    en: 'The file can’t be read. A proof is a PDF, PNG, JPG, MP3 or WAV',
  },
} as const;

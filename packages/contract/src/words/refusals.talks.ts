/** Refusals of test talks and test conversations, 420 to 449. */
export const talkRefusals = {
  talkFaulty: {
    code: 420,
    'zh-CN': '话术还有 {count} 处问题，改完才能试讲',
    'zh-TW': '話術還有 {count} 處問題，改完才能試講',
    en: 'Fix {count} problems before starting a test talk',
  },
  noRecogniser: {
    code: 421,
    'zh-CN': '还没有设置语音识别，请打字，或到系统配置里添加',
    'zh-TW': '還沒有設定語音識別，請打字，或到系統配置裡新增',
    en: 'No speech recognition is set up. Type instead, or add one in settings',
  },
  nothingHeard: {
    code: 422,
    'zh-CN': '没有听到话，请靠近麦克风再说一遍',
    'zh-TW': '沒有聽到話，請靠近麥克風再說一遍',
    en: 'Nothing heard. Speak closer to the microphone',
  },
  testsFull: {
    code: 423,
    'zh-CN': '一个话术最多 {limit} 条测试对话',
    'zh-TW': '一個話術最多 {limit} 條測試對話',
    en: 'Limit of {limit} test conversations per plan reached',
  },
  callNotTalked: {
    code: 424,
    'zh-CN': '这通电话没有对话，不能存为测试',
    'zh-TW': '這通電話沒有對話，不能存為測試',
    en: 'Nobody spoke in this call, so there’s nothing to test',
  },
  recogniserFailed: {
    code: 425,
    'zh-CN': '语音识别没有回应，请打字或稍后再试',
    'zh-TW': '語音識別沒有回應，請打字或稍後再試',
    en: 'Speech recognition didn’t respond. Type instead, or try again later',
  },
  spokenTooLong: {
    code: 426,
    'zh-CN': '一次最多说 {seconds} 秒，请分几句说',
    'zh-TW': '一次最多說 {seconds} 秒，請分幾句說',
    en: 'Up to {seconds} seconds at a time',
  },
  workBusy: {
    code: 427,
    'zh-CN': '您这里正在处理的内容太多，请稍后再试',
    'zh-TW': '您這裡正在處理的內容太多，請稍後再試',
    en: 'Too many requests in progress. Try again shortly',
  },
  workSpent: {
    code: 428,
    'zh-CN': '这一分钟分到的计算时间用完了（试讲、检查话术，查看表格），请 {seconds} 秒后再试',
    'zh-TW': '這一分鐘分到的計算時間用完了（試講、檢查話術，查看表格），請 {seconds} 秒後再試',
    en: 'Processing limit for this minute reached. Try again in {seconds} s',
  },
  workTooHeavy: {
    code: 429,
    'zh-CN': '内容太大，处理不完，已停下；话术请删减词语、句型或节点，表格请拆分后再上传',
    'zh-TW': '內容太大，處理不完，已停下；話術請刪減詞語、句型或節點，表格請拆分後再上傳',
    en: 'Too large to process. Reduce the plan, or split the spreadsheet',
  },
} as const;

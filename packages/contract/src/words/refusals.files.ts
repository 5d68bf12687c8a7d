/** Refusals of room for files, and of searches for numbers; part of `refusals.ts`. */
export const fileRefusals = {
  storageFull: {
    code: 162,
    'zh-CN':
      '存储空间已用完：上传的表格、录音、导出的文件和话术的各个版本最多 {limit} GB，请删除不用的录音或话术，或等旧文件到期',
    'zh-TW':
      '儲存空間已用完：上傳的表格、錄音、匯出的檔案和話術的各個版本最多 {limit} GB，請刪除不用的錄音或話術，或等舊檔案到期',
    en: 'Storage full: files, recordings, exports and plan versions are limited to {limit} GB. Delete recordings or plans, or wait for old files to expire',
  },
  storageLow: {
    code: 163,
    'zh-CN': '服务器磁盘空间不足，暂时不能上传、导出和保存话术；呼叫不受影响',
    'zh-TW': '伺服器磁碟空間不足，暫時不能上傳、匯出和儲存話術；呼叫不受影響',
    en: 'The server is low on disk space. Uploads, exports and plan changes are paused. Calls aren’t affected',
  },
  searchesOut: {
    code: 164,
    'zh-CN': '您一天最多按完整号码查找 {limit} 个号码，请明天再查',
    'zh-TW': '您一天最多按完整號碼查找 {limit} 個號碼，請明天再查',
    en: 'Limit of {limit} full-number searches per day reached. Try again tomorrow',
  },
  listsOut: {
    code: 296,
    'zh-CN': '看不到完整号码的人，一天最多检查和导入 {limit} 份名单，请明天再导入，或请能看到完整号码的同事导入',
    'zh-TW': '看不到完整號碼的人，一天最多檢查和匯入 {limit} 份名單，請明天再匯入，或請能看到完整號碼的同事匯入',
    en: 'Without full numbers you can check and import {limit} lists a day. Try again tomorrow, or ask a colleague who sees full numbers',
  },
  callsTellMuch: {
    code: 295,
    'zh-CN': '这些客户带的名单内容太多，一次放不下，请少选一些通话，分几次加入',
    'zh-TW': '這些客戶帶的名單內容太多，一次放不下，請少選一些通話，分幾次加入',
    en: 'Too much is known of these people to add them at once. Choose fewer calls and add them in parts',
  },
} as const;

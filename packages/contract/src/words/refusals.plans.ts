/** Refusals of drafts, versions and plan files, 360 to 389. */
export const planRefusals = {
  draftChanged: {
    code: 360,
    'zh-CN': '{who} 在 {when} 保存了新的修改，您的没有保存，也没有覆盖它',
    'zh-TW': '{who} 在 {when} 儲存了新的修改，您的沒有儲存，也沒有覆蓋它',
    en: '{who} saved a change at {when}. Yours wasn’t saved, and nothing was overwritten',
  },
  graphBroken: {
    code: 361,
    'zh-CN': '话术内容不正确：{where}',
    'zh-TW': '話術內容不正確：{where}',
    en: 'Invalid plan: {where}',
  },
  graphTooLarge: {
    code: 362,
    'zh-CN': '话术太大，最多 {nodes} 个节点、{limit} MB',
    'zh-TW': '話術太大，最多 {nodes} 個節點、{limit} MB',
    en: 'The plan is too large: up to {nodes} nodes and {limit} MB',
  },
  planFaulty: {
    code: 363,
    'zh-CN': '还有 {count} 处问题，改好后才能发布',
    'zh-TW': '還有 {count} 處問題，改好後才能發佈',
    en: 'Fix {count} problems before publishing',
  },
  planVoicesMissing: {
    code: 364,
    'zh-CN': '还有 {count} 句没有录音，录好后再发布，或填写理由强制发布',
    'zh-TW': '還有 {count} 句沒有錄音，錄好後再發佈，或填寫理由強制發佈',
    en: '{count} sentences have no recording. Record them, or publish anyway with a reason',
  },
  planTestsBroken: {
    code: 365,
    'zh-CN': '{count} 个测试对话没有通过，改好后再发布，或填写理由强制发布',
    'zh-TW': '{count} 個測試對話沒有通過，改好後再發佈，或填寫理由強制發佈',
    en: '{count} test conversations fail. Fix them, or publish anyway with a reason',
  },
  planInTask: {
    code: 366,
    'zh-CN': '任务「{task}」正在用这个话术，停止任务后再删除',
    'zh-TW': '任務「{task}」正在用這個話術，停止任務後再刪除',
    en: 'The task “{task}” is using this plan. Stop it first',
  },
  planOnLine: {
    code: 367,
    'zh-CN': '线路「{line}」的来电用这个话术接听，换一个后再删除',
    'zh-TW': '線路「{line}」的來電用這個話術接聽，換一個後再刪除',
    en: 'This plan answers calls to the line “{line}”. Choose another plan there first',
  },
  plansFull: {
    code: 368,
    'zh-CN': '最多 {limit} 个话术，请先删除不用的',
    'zh-TW': '最多 {limit} 個話術，請先刪除不用的',
    en: 'Limit of {limit} plans reached. Delete some first',
  },
  planFileBad: {
    code: 369,
    'zh-CN': '这不是话术文件，或文件已损坏，请重新导出一份',
    'zh-TW': '這不是話術檔案，或檔案已損壞，請重新匯出一份',
    en: 'Not a valid plan file. Export it again',
  },
  planFileBomb: {
    code: 370,
    'zh-CN': '话术文件解压后超过 {limit} MB',
    'zh-TW': '話術檔案解壓後超過 {limit} MB',
    en: 'The plan file is larger than {limit} MB when unpacked',
  },
  planFileNewer: {
    code: 371,
    'zh-CN': '话术文件来自更新的版本，请先升级系统',
    'zh-TW': '話術檔案來自更新的版本，請先升級系統',
    en: 'The plan file is from a newer release. Upgrade first',
  },
  planTooMuch: {
    code: 372,
    'zh-CN': '用来识别的词语、句型和相似句一共是上限的 {percent}%，「{where}」最多，删减后再导入',
    'zh-TW': '用來識別的詞語、句型和相似句一共是上限的 {percent}%，「{where}」最多，刪減後再匯入',
    en: 'Keywords, patterns and similar sentences reach {percent}% of the limit, most of them in “{where}”. Reduce them before importing',
  },
  testOutdated: {
    code: 379,
    'zh-CN': '话术或测试刚改过，请再运行一次，看过结果再接受',
    'zh-TW': '話術或測試剛改過，請再執行一次，看過結果再接受',
    en: 'The plan or the test has just changed. Run it again before you accept',
  },
  lineGone: {
    code: 385,
    'zh-CN': '通话里没有这句话了',
    'zh-TW': '通話裡沒有這句話了',
    en: 'The call no longer has this line',
  },
} as const;

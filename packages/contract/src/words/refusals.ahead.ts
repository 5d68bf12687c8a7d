/** Refusals of comparisons and of what-if, 560 to 569. */
export const aheadRefusals = {
  experimentOpened: {
    code: 560,
    'zh-CN': '任务已经开始呼叫，对比不能再改，只能结束',
    'zh-TW': '任務已經開始呼叫，對比不能再改，只能結束',
    en: 'The task has called, so the comparison can only be ended',
  },
  experimentPlans: {
    code: 561,
    'zh-CN': '对比的第一个话术应是任务的话术；话术相同的，声音要不同',
    'zh-TW': '對比的第一個話術應是任務的話術；話術相同的，聲音要不同',
    en: 'The first plan must be the task’s own, and the same plan needs another voice',
  },
  experimentShares: {
    code: 562,
    'zh-CN': '各个话术的比例加起来应为 100%',
    'zh-TW': '各個話術的比例加起來應為 100%',
    en: 'The shares must add up to 100%',
  },
  experimentAsks: {
    code: 563,
    'zh-CN': '“{plan}”需要“{names}”，任务的话术没有这些变量，导入时填不上',
    'zh-TW': '「{plan}」需要「{names}」，任務的話術沒有這些變數，匯入時填不上',
    en: '“{plan}” needs “{names}”, which the task’s plan does not ask for when numbers are imported',
  },
  experimentNone: {
    code: 564,
    'zh-CN': '这个任务没有正在进行的对比',
    'zh-TW': '這個任務沒有正在進行的對比',
    en: 'This task has no comparison under way',
  },
  experimentRecorded: {
    code: 566,
    'zh-CN': '“{plan}”的句子都是录音，换声音听不出来',
    'zh-TW': '「{plan}」的句子都是錄音，換聲音聽不出來',
    en: 'All sentences of “{plan}” are recordings. Another voice would not be heard',
  },
  experimentVoiceGone: {
    code: 567,
    'zh-CN': '对比里的声音“{name}”已删除，请先修改对比',
    'zh-TW': '對比裡的聲音「{name}」已刪除，請先修改對比',
    en: 'The compared voice “{name}” was deleted. Change the comparison first',
  },
  whatIfNoCalls: {
    code: 565,
    'zh-CN': '{day} 这个任务没有呼叫，请换一天',
    'zh-TW': '{day} 這個任務沒有呼叫，請換一天',
    en: 'This task made no calls on {day}. Choose another day',
  },
} as const;

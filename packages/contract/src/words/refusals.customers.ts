/** Refusals of the number library, 600 to 619. */
export const customerRefusals = {
  customerPhoneMissing: {
    code: 600,
    'zh-CN': '手机号不能为空',
    'zh-TW': '手機號不能為空',
    en: 'The phone number is required',
  },
  customerTypeMissing: {
    code: 601,
    'zh-CN': '请选择客户类型',
    'zh-TW': '請選擇客戶類型',
    en: 'Choose a customer type',
  },
  customerPhoneStays: {
    code: 602,
    'zh-CN': '手机号添加后不能改，可以加一个其他号码',
    'zh-TW': '手機號新增後不能改，可以加一個其他號碼',
    en: 'The phone number stays once it is added. Add a further number instead',
  },
  customerThere: {
    code: 603,
    'zh-CN': '这个号码已经在号码库里',
    'zh-TW': '這個號碼已經在號碼庫裡',
    en: 'The number is in the library already',
  },
  customerElses: {
    code: 604,
    'zh-CN': '这个号码已有负责人，可以向他申请',
    'zh-TW': '這個號碼已有負責人，可以向他申請',
    en: 'The number is somebody else’s customer. You can ask for it',
  },
  customerChanged: {
    code: 605,
    'zh-CN': '{who}刚刚也改了{fields}，你的内容没有保存，请看过再存',
    'zh-TW': '{who}剛剛也改了{fields}，你的內容沒有儲存，請看過再存',
    en: '{who} has just changed {fields} as well. Yours wasn’t saved; look at it and save again',
  },
  customerRegionUnlike: {
    code: 606,
    'zh-CN': '地区和地区代码对不上，请重新选择',
    'zh-TW': '地區和地區代碼對不上，請重新選擇',
    en: 'Region and its code don’t match. Choose it again',
  },
  customersFull: {
    code: 607,
    'zh-CN': '每人最多 {limit} 个客户',
    'zh-TW': '每人最多 {limit} 個客戶',
    en: 'Nobody may have more than {limit} customers',
  },
  customerNoColumn: {
    code: 609,
    'zh-CN': '请选一列作为手机号，每项内容只能选一列',
    'zh-TW': '請選一欄作為手機號，每項內容只能選一欄',
    en: 'Choose a column for the phone number, and one column at most for each field',
  },
  followOfChosen: {
    code: 614,
    'zh-CN': '所选客户、「今天要联系」和黑名单不能跟随，请换成按条件筛选',
    'zh-TW': '所選客戶、「今天要聯絡」和黑名單不能跟隨，請換成按條件篩選',
    en: 'Chosen customers, those to contact today and the blacklist can’t be followed. Use a filter',
  },
  taskFollows: {
    code: 615,
    'zh-CN': '这个任务已经在跟随另一个条件，请先在任务的名单里停止',
    'zh-TW': '這個任務已經在跟隨另一個條件，請先在任務的名單裡停止',
    en: 'This task follows another filter already. Stop that in its list of numbers first',
  },
  customerRegionBad: {
    code: 610,
    'zh-CN': '没有这个地区',
    'zh-TW': '沒有這個地區',
    en: 'There is no such region',
  },
} as const;

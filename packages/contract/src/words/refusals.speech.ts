/** Refusals of speech services, 320 to 339. */
export const speechRefusals = {
  speechAddress: {
    code: 320,
    'zh-CN': '地址应以 {allowed} 开头，不带账号密码',
    'zh-TW': '位址應以 {allowed} 開頭，不帶帳號密碼',
    en: 'The address must start with {allowed} and contain no password',
  },
  speechNeeds: {
    code: 321,
    'zh-CN': '请填写{field}',
    'zh-TW': '請填寫{field}',
    en: 'Provide the {field}',
  },
  speechFull: {
    code: 322,
    'zh-CN': '最多添加 {most} 个服务，请先删除不用的',
    'zh-TW': '最多新增 {most} 個服務，請先刪除不用的',
    en: 'Limit of {most} services reached. Delete one first',
  },
  speechNoFolder: {
    code: 323,
    'zh-CN': '这套系统没有配置 sherpa-onnx 模型文件夹，请联系安装人员设置 SHERPA_DIR',
    'zh-TW': '這套系統沒有設定 sherpa-onnx 模型資料夾，請聯絡安裝人員設定 SHERPA_DIR',
    en: 'No sherpa-onnx model folder is set up. Ask the platform operator to set SHERPA_DIR',
  },
  speechNotThat: {
    code: 324,
    'zh-CN': '这个服务不能用在这里',
    'zh-TW': '這個服務不能用在這裡',
    en: 'That service can’t be used here',
  },
  speechKindFixed: {
    code: 325,
    'zh-CN': '服务类型不能修改，请新添加一个',
    'zh-TW': '服務類型不能修改，請新增一個',
    en: 'The service type can’t be changed. Add another service',
  },
  speechMasked: {
    code: 326,
    'zh-CN': '地址换了服务器，请把问号后面的 *** 换成真实的值',
    'zh-TW': '位址換了伺服器，請把問號後面的 *** 換成真實的值',
    en: 'The server changed. Enter the query values shown as *** again',
  },
  speechCopyLength: {
    code: 327,
    'zh-CN': '复刻声音要用 {least} 到 {most} 秒的录音',
    'zh-TW': '複製聲音要用 {least} 到 {most} 秒的錄音',
    en: 'Voice cloning needs a recording of {least}–{most} seconds',
  },
  speechCompared: {
    code: 328,
    'zh-CN': '任务「{task}」正在对比这个声音，请先结束对比',
    'zh-TW': '任務「{task}」正在對比這個聲音，請先結束對比',
    en: 'The task “{task}” is comparing this voice. End the comparison first',
  },
} as const;

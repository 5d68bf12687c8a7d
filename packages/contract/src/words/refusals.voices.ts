/** Refusals of recordings and voices, 390 to 419. */
export const voiceRefusals = {
  soundEmpty: {
    code: 390,
    'zh-CN': '这段录音太短，没有内容，请重新录一段',
    'zh-TW': '這段錄音太短，沒有內容，請重新錄一段',
    en: 'The recording is empty. Record again',
  },
  soundTooLong: {
    code: 391,
    'zh-CN': '录音超过 {minutes} 分钟，请剪短后再上传',
    'zh-TW': '錄音超過 {minutes} 分鐘，請剪短後再上傳',
    en: 'The recording is longer than {minutes} minutes. Trim it',
  },
  soundSilent: {
    code: 392,
    'zh-CN': '整段都是静音，请检查麦克风或换一个文件',
    'zh-TW': '整段都是靜音，請檢查麥克風或換一個檔案',
    en: 'The recording is silent. Check the microphone or choose another file',
  },
  soundNotAudio: {
    code: 393,
    'zh-CN': '这不是能识别的音频文件，请换一个',
    'zh-TW': '這不是能辨識的音訊檔案，請換一個',
    en: 'Unsupported audio file. Choose another',
  },
  soundCut: {
    code: 394,
    'zh-CN': '文件不完整，请重新导出或下载后再上传',
    'zh-TW': '檔案不完整，請重新匯出或下載後再上傳',
    en: 'The file is incomplete. Export or download it again',
  },
  soundCompressed: {
    code: 395,
    'zh-CN': '服务器只收 WAV。请在录音库页面上传，浏览器会自动转换；或先存成 WAV',
    'zh-TW': '伺服器只收 WAV。請在錄音庫頁面上傳，瀏覽器會自動轉換；或先存成 WAV',
    en: 'The server only accepts WAV. Upload it on the Recordings page, where it’s converted, or save it as WAV',
  },
  soundBusy: {
    code: 396,
    'zh-CN': '正在处理的录音太多，请稍后再试',
    'zh-TW': '正在處理的錄音太多，請稍後再試',
    en: 'Too many recordings being processed. Try again shortly',
  },
  voiceInUse: {
    code: 397,
    'zh-CN': '已发布的话术「{plan}」在用这段录音，换一段并重新发布后才能删除',
    'zh-TW': '已發佈的話術「{plan}」在用這段錄音，換一段並重新發佈後才能刪除',
    en: 'The published plan “{plan}” uses this recording. Replace it and publish again first',
  },
  voicesFull: {
    code: 398,
    'zh-CN': '录音库已满，最多 {limit} 段',
    'zh-TW': '錄音庫已滿，最多 {limit} 段',
    en: 'Library full: up to {limit} recordings',
  },
  soundGone: {
    code: 399,
    'zh-CN': '上传的录音已过期，请重新上传',
    'zh-TW': '上傳的錄音已過期，請重新上傳',
    en: 'The upload has expired. Upload it again',
  },
  voiceNotMade: {
    code: 400,
    'zh-CN': '合成语音没有做出来，请稍后再试',
    'zh-TW': '合成語音沒有做出來，請稍後再試',
    en: 'Speech synthesis failed. Try again',
  },
  voiceCopied: {
    code: 402,
    'zh-CN': '语音服务「{service}」在复刻这段录音，先给它换一段或换音色再删除',
    'zh-TW': '語音服務「{service}」在複製這段錄音，先給它換一段或換音色再刪除',
    en: 'The speech service “{service}” clones this recording. Choose another voice there first',
  },
  packBroken: {
    code: 401,
    'zh-CN': '话术文件里的第 {number} 段录音不正确',
    'zh-TW': '話術檔案裡的第 {number} 段錄音不正確',
    en: 'Recording {number} in the plan file is damaged',
  },
} as const;

import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured.ts';

export const words: Shape<typeof source> = {
  failed: '設定載入失敗',
  save: '儲存',
  saved: '修改成功',
  readOnly: '這裡只能查看，修改請找負責人。',
  calling: {
    title: '呼叫規則',
    hint: '在允許的時間外不呼叫，到了上限就停，隨時生效。',
    granted: '開通的並發是 {{n}} 通，兩者取小。',
  },
  levels: {
    title: '意向等級名稱',
    hint: '顯示在等級字母旁邊，例如 A 意向強。',
    one: '{{letter}} 級名稱',
    none: '未命名',
  },
  masking: {
    title: '號碼遮罩',
    hint: '沒有「看完整號碼」權限的人，到處都只看到 138****1234。',
    owner: '負責人不用授權就能看完整號碼',
  },
  factor: {
    title: '登入安全',
    hint: '開啟後，員工下次登入要先設定兩步驟驗證才能繼續；沒有手機的員工請先找負責人。',
    demand: '所有員工都要兩步驟驗證',
  },
  retention: {
    title: '錄音保留',
    hint: '到期後錄音和文字記錄自動清理，通話記錄和採集的答案留著。不少於 30 天。',
    days: '天',
  },
  zone: { title: '時區', hint: '每天、每週和呼叫時段都按它算。', beijing: '北京時間' },
};

import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured-page.ts';

export const words: Shape<typeof source> = {
  failed: '設定載入失敗',
  save: '儲存',
  saved: '修改成功',
  readOnly: '這裡只能查看，修改請找負責人。',
  levels: {
    rings: '這些等級的客戶用鈴鐺提醒',
    one: '{{letter}} 級名稱',
    none: '未命名',
    needsWhy: '改等級要寫原因',
  },
  masking: {
    owner: '負責人不用授權就能看完整號碼',
  },
  exports: {
    none: '不需要',
    rows: '條以上',
  },
  factor: {
    demand: '所有員工都要兩步驟驗證',
  },
  retention: {
    days: '天',
  },
  seats: {
    autoAnswer: '來電自動接聽',
    wrapUpS: '話後處理秒數',
    awayLimitS: '斷線後等待秒數',
    ringS: '每人響鈴秒數',
    and: '、',
    breakReasons: '小休原因',
    breakHint: '用頓號隔開',
  },
  zone: { beijing: '北京時間' },
  keeping: {
    records: '通話記錄由平台保留 {{n}} 天，到期按月清理。',
    takeOut: '匯出全部資料',
    takeOutAsk: '打包全部資料？資料多時要幾個小時，完成後在批次任務裡下載，當天有效。',
    takenOut: '已開始打包，完成後在批次任務裡下載',
    delete: '刪除商戶',
    deleteAsk: '刪除商戶 {{name}}',
    deleteHint: '7 天後刪除全部資料，無法復原；期間可以撤銷。帳目和操作日誌依法保留，不帶姓名。請填寫商戶編號確認。',
    number: '商戶編號',
    deleteOk: '7 天後刪除',
    asked: '{{who}} 申請了刪除商戶，{{at}} 刪除全部資料。',
    keep: '撤銷刪除',
    kept: '已撤銷，商戶保留',
    cancel: '取消',
    failed: '保留情況載入失敗',
  },
};

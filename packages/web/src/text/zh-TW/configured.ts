import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured.ts';

export const words: Shape<typeof source> = {
  calling: {
    title: '外呼規則',
    hint: '在允許的時間外不呼叫，到了上限就停，隨時生效。',
  },
  levels: {
    title: '意向等級名稱',
    hint: '顯示在等級字母旁邊，例如 A 意向強。',
  },
  masking: {
    title: '號碼遮罩',
    hint: '沒有「看完整號碼」權限的人，到處都只看到 138****1234。',
  },
  exports: {
    title: '匯出要第二人同意',
    hint: '一次匯出，或一個人 24 小時內幾次匯出加起來，通話、任務名單或黑白名單超過這麼多條，要另一位有「同意大批匯出」權限的人同意；自己不能同意自己的。至少要有兩位這樣的人。',
  },
  factor: {
    title: '登入安全',
    hint: '開啟後，員工下次登入要先設定兩步驟驗證才能繼續；沒有手機的員工請先找負責人。',
  },
  retention: {
    title: '錄音保留',
    hint: '到期後錄音和文字記錄自動清理，通話記錄和採集的答案留著。不少於 30 天。',
  },
  keeping: {
    title: '全部資料',
    hint: '號碼、通話記錄、文字、錄音、名單、設定和流水，打成一個壓縮檔帶走；或把商戶連同資料一起刪除。',
  },
  seats: {
    title: '人工坐席',
    hint: '來電怎麼接，通話後留多久，斷線等多久，小休有哪些原因。',
  },
  zone: { title: '時區', hint: '每天、每週和呼叫時段都按它算。' },
  find: {
    search: '尋找設定',
    none: '沒有這項設定',
    noneHint: '換一個詞，或清空後看全部。',
    clear: '清空',
    groups: { calling: '呼叫與通話', people: '員工與安全', services: '語音與模型', account: '商戶與費用' },
    own: {
      webhooks: '把通話結束、任務完成等事件推送到自己的系統，看傳送紀錄。',
      afterCall: '通話結束後推送、通知、拉黑、改客戶類型。',
      audit: '誰在什麼時候改了什麼、聽了什麼、匯出了什麼。',
      balance: '餘額、儲值，和每一筆扣費。',
      business: '商戶編號、聯絡人，員工、坐席和併發的名額。',
    },
    also: {
      webhooks: '推送 回呼 介面 CRM webhook',
      afterCall: '規則 動作 自動 通知 黑名單 CRM',
      calling: '時段 時間 頻次 上限 併發 合規 次數',
      levels: '意向 等級 A B C D E F',
      masking: '脫敏 隱私 完整號碼 手機號',
      factor: '兩步驗證 密碼 登入 安全',
      retention: '錄音 保存 天數 清理',
      keeping: '匯出 打包 備份 註銷 刪除 保留 遷移',
      exports: '匯出 審批 同意 覆核',
      seats: '坐席 接聽 自動接聽 話後 整理 小休 斷線 響鈴',
      zone: '時間 北京時間',
      recogniser: 'ASR 識別 聽',
      synthesiser: 'TTS 合成 聲音 念',
      model: '大模型 AI LLM',
      lines: '線路 辨識 聽 ASR',
      webhook: '回呼 簽章 金鑰 介面 webhook',
      audit: '日誌 紀錄 稽核',
      balance: '餘額 儲值 流水 扣費 費用',
      business: '商戶編號 聯絡人 名額',
    },
  },
  /** Parts of the page of services, where settings are looked for too. */
  services: {
    recogniser: { title: '語音辨識（ASR）', hint: '把接電話的人說的話變成文字。沒有時只聽得懂按鍵和即時文字。' },
    synthesiser: { title: '語音合成（TTS）', hint: '把沒有錄音的句子念出來。沒有時用自帶聲音。' },
    model: { title: '大模型', hint: '用於「大模型對話」節點，以及其他方法都沒聽懂時判斷意思。' },
    lines: { title: '線路聽什麼', hint: '每條線路由哪個服務聽對方說話。' },
    webhook: {
      title: '回呼簽章',
      hint: '「回呼」節點發出的請求帶 x-lianxian-signature，您的系統可據此確認是本系統發的。',
    },
  },
};

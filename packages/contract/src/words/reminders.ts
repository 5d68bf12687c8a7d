import type { Said } from './language.ts';
import { say } from './say.ts';

/** What people are reminded of: kept by key in their message, said in the language of the page that shows it. */
export const reminders = {
  statReportMade: say(
    '统计报告 {from}—{to} 做好了，点开就能下载，也在批量任务里。',
    '統計報告 {from}—{to} 做好了，點開就能下載，也在批次任務裡。',
    'The report of the statistics {from}–{to} is ready to be fetched; it is among the batch tasks as well.',
  ),
  exportAsked: say(
    '{who} 申请导出 {n} 条记录，要你同意。请到通话记录的「导出申请」处理，三天内有效。',
    '{who} 申請匯出 {n} 條記錄，要你同意。請到通話記錄的「匯出申請」處理，三天內有效。',
    '{who} asks to export {n} rows and needs your approval. Decide under “Export requests” in the call log within three days.',
  ),
  exportRowsAsked: say(
    '{who} 申请导出 {n} 行记录，要你同意。请到通话记录的「导出申请」处理，三天内有效。',
    '{who} 申請匯出 {n} 行記錄，要你同意。請到通話記錄的「匯出申請」處理，三天內有效。',
    '{who} asks to export {n} rows and needs your approval. Decide under “Export requests” in the call log within three days.',
  ),
  exportApproved: say(
    '{who} 同意了你的导出，正在生成。',
    '{who} 同意了你的匯出，正在產生。',
    '{who} approved your export; it is being made.',
  ),
  exportRefused: say('{who} 没有同意你的导出。', '{who} 沒有同意你的匯出。', '{who} refused your export.'),
  ownerResetAllowed: say(
    '代理商或平台刚刚确认了负责人找回密码。不是你们要求的，请马上联系他们。',
    '代理商或平台剛剛確認了負責人找回密碼。不是你們要求的，請馬上聯絡他們。',
    'Your reseller or the platform has allowed the owner to set a new password. If you didn’t request this, contact them immediately.',
  ),
  ownerReset: say(
    '负责人的密码刚刚通过找回重新设置，原来的登录已退出。不是本人操作，请马上联系代理商或平台。',
    '負責人的密碼剛剛透過找回重新設定，原來的登入已登出。不是本人操作，請馬上聯絡代理商或平台。',
    'The owner’s password was reset and all sessions were signed out. If this wasn’t the owner, contact your reseller or the platform immediately.',
  ),
  factorDropAsked: say(
    '平台将在 24 小时后关闭负责人的两步验证。不是你们要求的，请负责人用动态码登录一次，就不会关闭。',
    '平台將在 24 小時後關閉負責人的兩步驗證。不是你們要求的，請負責人用動態碼登入一次，就不會關閉。',
    'The platform will turn off the owner’s two-step sign-in in 24 hours. If you didn’t request this, the owner can sign in with a code to keep it on.',
  ),
  factorDropped: say(
    '平台关闭了负责人的两步验证，请尽快重新设置。',
    '平台關閉了負責人的兩步驗證，請儘快重新設定。',
    'The platform turned off the owner’s two-step sign-in. Set it up again soon.',
  ),
  deletionAsked: say(
    '负责人申请删除本商户，7 天后删除全部数据，不能恢复。不是你们要求的，请负责人马上到系统配置里撤销。',
    '負責人申請刪除本商戶，7 天後刪除全部資料，無法復原。不是你們要求的，請負責人馬上到系統設定裡撤銷。',
    'The owner asked for this merchant to be deleted. All its data goes in 7 days, for good. If that’s wrong, the owner can take it back in the settings.',
  ),
  deletionTakenBack: say('不再删除本商户。', '不再刪除本商戶。', 'This merchant is no longer to be deleted.'),
  deletionAskedBy: say(
    '商户 {number} 的负责人申请删除商户，7 天后删除。',
    '商戶 {number} 的負責人申請刪除商戶，7 天後刪除。',
    'The owner of merchant {number} asked for its deletion, due in 7 days.',
  ),
  deletionTakenBackBy: say(
    '商户 {number} 不再删除。',
    '商戶 {number} 不再刪除。',
    'Merchant {number} is no longer to be deleted.',
  ),
  proxyUnknown: say(
    '登录请求经过反向代理，但 TRUST_PROXY 没有打开：所有人像是来自同一个地址，有人猜错 100 次，新设备就都登录不了。是自己的代理，请设 TRUST_PROXY=on 再重启。',
    '登入請求經過反向代理，但 TRUST_PROXY 沒有打開：所有人像是來自同一個位址，有人猜錯 100 次，新裝置就都登入不了。是自己的代理，請設 TRUST_PROXY=on 再重新啟動。',
    'Sign-ins come through a reverse proxy, but TRUST_PROXY is off, so everyone appears to share one address and 100 failed attempts block all new devices. If the proxy is yours, set TRUST_PROXY=on and restart.',
  ),
  numberContested: say(
    '有商户登记了别家在用的来电号码，来电仍归原来的商户。请到商户页的“号码归属”查看，不对就裁定。',
    '有商戶登記了別家在用的來電號碼，來電仍歸原來的商戶。請到商戶頁的「號碼歸屬」查看，不對就裁定。',
    'A merchant added a number another one already uses. Its calls still go to the other one. Review “Number claims” on the Merchants page.',
  ),
  numberLost: say(
    '平台把来电号码 {number} 裁定给了另一家商户，它的来电由那家接听。有疑问请联系平台。',
    '平台把來電號碼 {number} 裁定給了另一家商戶，它的來電由那家接聽。有疑問請聯絡平台。',
    'The platform assigned {number} to another merchant, who now receives its calls. Contact the platform with any questions.',
  ),
  numberWon: say(
    '平台把来电号码 {number} 裁定给了你们，它的来电由你们接听。',
    '平台把來電號碼 {number} 裁定給了你們，它的來電由你們接聽。',
    'The platform assigned {number} to you. You now receive its calls.',
  ),
  callUnanswered: say(
    '有人拨打 {number}，但接听它的话术还没有发布，来电没有接听。请发布话术，或为号码换一个话术。',
    '有人撥打 {number}，但接聽它的話術還沒有發布，來電沒有接聽。請發布話術，或為號碼換一個話術。',
    'A call to {number} wasn’t answered because its plan isn’t published. Publish the plan or choose another.',
  ),
  authorityNamed: say(
    '有客户在通话里说要报警或投诉到 12315 等部门，请查看这通电话的记录。',
    '有客戶在通話裡說要報警或投訴到 12315 等部門，請查看這通電話的記錄。',
    'A customer spoke of calling the police or filing an official complaint. See the record of the call.',
  ),
  journalSetAside: say(
    '有电话的结果没能写进数据库，已搁在数据文件夹的 journal 里，要人来看：文件名以 .refused 或 .unreadable 结尾，原因见呼叫的日志。',
    '有電話的結果沒能寫進資料庫，已擱在資料夾的 journal 裡，要人來看：檔名以 .refused 或 .unreadable 結尾，原因見呼叫的日誌。',
    'Some call results couldn’t be written to the database. They’re kept in the journal of the data folder as .refused or .unreadable files. See the calls log for the reason.',
  ),
  plansHeardAnew: say(
    '平台更新了常用意思，话术“{plan}”有 {count} 个测试对话通不过了。请到它的“测试”里看一看，改好再发布。',
    '平台更新了常用意思，話術「{plan}」有 {count} 個測試對話通不過了。請到它的「測試」裡看一看，改好再發布。',
    'The platform’s common meanings were updated, and {count} test conversations of “{plan}” no longer pass. Look at its tests, change the plan and publish it again.',
  ),
  clearingOverdue: say(
    '过期录音等数据的清理已超过一天没有完成，磁盘可能会满；原因见后台任务的日志',
    '過期錄音等資料的清理已超過一天沒有完成，磁碟可能會滿；原因見背景工作的日誌',
    'Old recordings and data haven’t been cleaned up for over a day, and the disk may fill up. See the jobs log for the reason',
  ),
  bellCustomer: say(
    '任务“{task}”有一位 {level} 类客户，点开看通话记录。',
    '任務「{task}」有一位 {level} 類客戶，點開看通話記錄。',
    '“{task}” has a level {level} customer. Open the call record.',
  ),
  bellCustomers: say(
    '任务“{task}”又有 {count} 位要跟进的客户，点开看最近一通的记录。',
    '任務「{task}」又有 {count} 位要跟進的客戶，點開看最近一通的記錄。',
    '“{task}” has {count} more customers to follow up. Open the record of the latest.',
  ),
  bellCaller: say(
    '有一位 {level} 类客户打来电话，点开看通话记录。',
    '有一位 {level} 類客戶打來電話，點開看通話記錄。',
    'A level {level} customer called. Open the call record.',
  ),
  bellCallers: say(
    '又有 {count} 位要跟进的客户打来电话，点开看最近一通的记录。',
    '又有 {count} 位要跟進的客戶打來電話，點開看最近一通的記錄。',
    '{count} more customers to follow up called. Open the record of the latest.',
  ),
  bellRule: say(
    '有一通电话符合规则“{rule}”，点开看通话记录。',
    '有一通電話符合規則「{rule}」，點開看通話記錄。',
    'A call matches the rule “{rule}”. Open the call record.',
  ),
  bellRules: say(
    '又有 {count} 通电话符合规则“{rule}”，点开看最近一通的记录。',
    '又有 {count} 通電話符合規則「{rule}」，點開看最近一通的記錄。',
    '{count} more calls match the rule “{rule}”. Open the record of the latest.',
  ),
  bellTodo: say(
    '有一个待办：给客户回电，点开看那通电话。',
    '有一個待辦：給客戶回電，點開看那通電話。',
    'Something to do: call a customer back. Open the call.',
  ),
  bellTodos: say(
    '又有 {count} 个待办：给客户回电，请到待办处理。',
    '又有 {count} 個待辦：給客戶回電，請到待辦處理。',
    '{count} more things to do: call customers back. See the to-dos.',
  ),
  bellNext: say(
    '到时间跟进客户了：{customer} {text}',
    '到時間跟進客戶了：{customer} {text}',
    'A customer’s next step is due: {customer} {text}',
  ),
  bellAsk: say(
    '{who} 申请要你的一个客户，请到号码库的“申请”处理。',
    '{who} 申請要你的一個客戶，請到號碼庫的「申請」處理。',
    '{who} asks for one of your customers. Decide under “Requests” in the number library.',
  ),
  bellGiven: say(
    '{who} 同意了你的申请，客户归你了。',
    '{who} 同意了你的申請，客戶歸你了。',
    '{who} gave you the customer you asked for.',
  ),
  bellKept: say(
    '{who} 没有同意你的客户申请。',
    '{who} 沒有同意你的客戶申請。',
    '{who} keeps the customer you asked for.',
  ),
  bellReturns: say(
    '你有 {n} 个客户 {days} 天后自动退回公海，请尽快联系。',
    '你有 {n} 個客戶 {days} 天後自動退回公海，請儘快聯絡。',
    '{n} of your customers go back to the pool in {days} days unless you speak to them.',
  ),
  bellMention: say(
    '{who} 在客户备注里提到了你：{customer}',
    '{who} 在客戶備註裡提到了你：{customer}',
    '{who} mentioned you in a note on a customer: {customer}',
  ),
  bellTaskFinished: say('任务“{name}”拨完了。', '任務「{name}」撥完了。', 'The task “{name}” is finished.'),
  bellTaskPaused: say('任务“{name}”暂停了', '任務「{name}」暫停了', 'The task “{name}” is paused'),
  bellImportRefused: say(
    '任务“{name}”的导入有 {rows} 行没有收下，原因在批量任务的文件里。',
    '任務「{name}」的匯入有 {rows} 列沒有收下，原因在批次任務的檔案裡。',
    '{rows} rows of the import into “{name}” were refused. The file of the batch task says why.',
  ),
  bellLineDown: say(
    '线路“{line}”不通了，任务先不用它，恢复后自动接着用。',
    '線路「{line}」不通了，任務先不用它，恢復後自動接著用。',
    'The line “{line}” is down. Tasks leave it out until it is back.',
  ),
  bellMoneyLow: say(
    '余额只剩 {amount} 元，用完后任务会暂停。',
    '餘額只剩 {amount} 元，用完後任務會暫停。',
    'Only ¥{amount} is left. Tasks pause when it is used up.',
  ),
  bellBreaker: say(
    '任务“{name}”打不通的突然变多，已自动暂停，请看看线路和号码。',
    '任務「{name}」打不通的突然變多，已自動暫停，請看看線路和號碼。',
    'Calls of “{name}” suddenly fail more often, and it was paused. Look at its lines and numbers.',
  ),
  bellSmsReply: say('客户回复了短信：{text}', '客戶回覆了簡訊：{text}', 'A customer answered a text: {text}'),
  bellSmsReplies: say(
    '{count} 位客户回复了短信，最新一条：{text}',
    '{count} 位客戶回覆了簡訊，最新一則：{text}',
    '{count} customers answered texts, the latest: {text}',
  ),
  bellSmsProviderRests: say(
    '短信服务商“{name}”连续出错，已暂停使用，恢复后自动接着用。',
    '簡訊服務商「{name}」連續出錯，已暫停使用，恢復後自動接著用。',
    'The text provider “{name}” keeps failing and rests. It is used again once it works.',
  ),
  bellSmsProviderBack: say(
    '短信服务商“{name}”恢复了。',
    '簡訊服務商「{name}」恢復了。',
    'The text provider “{name}” works again.',
  ),
  bellSmsTemplateUsable: say(
    '短信模板“{name}”通过了审核，可以用了。',
    '簡訊範本「{name}」通過了審核，可以用了。',
    'The text template “{name}” was approved and may be sent.',
  ),
  bellSmsTemplateRefused: say(
    '短信模板“{name}”没通过审核：{why}',
    '簡訊範本「{name}」沒通過審核：{why}',
    'The text template “{name}” was refused: {why}',
  ),
  bellSmsTemplateFailed: say(
    '短信模板“{name}”没能报备给“{why}”，请打开看原因，再提交一次。',
    '簡訊範本「{name}」沒能報備給「{why}」，請打開看原因，再提交一次。',
    'The text template “{name}” may not have reached “{why}”. Open it to see why, then submit it again.',
  ),
  bellRecordOffered: say(
    '有新的录音订单 {order}：{n} 句，{deadline} 截止。请到「配音」接单。',
    '有新的錄音訂單 {order}：{n} 句，{deadline} 截止。請到「配音」接單。',
    'New order of recordings {order}: {n} sentences, due {deadline}. Take it under “Recording”.',
  ),
  bellRecordTaken: say(
    '{who} 接了录音订单 {order}，开始录音。',
    '{who} 接了錄音訂單 {order}，開始錄音。',
    '{who} took the order of recordings {order}.',
  ),
  bellRecordHandedIn: say(
    '录音订单 {order} 有录音交来，请到「配音」验收。',
    '錄音訂單 {order} 有錄音交來，請到「配音」驗收。',
    'Recordings of the order {order} were handed in. Accept them under “Recording”.',
  ),
  bellRecordSentBack: say(
    '录音订单 {order} 有句子被退回，请按标记重录。',
    '錄音訂單 {order} 有句子被退回，請按標記重錄。',
    'A sentence of the order {order} was sent back. Record it again as marked.',
  ),
  bellRecordAccepted: say(
    '录音订单 {order} 有录音通过验收。',
    '錄音訂單 {order} 有錄音通過驗收。',
    'Recordings of the order {order} were accepted.',
  ),
  bellRecordDone: say(
    '录音订单 {order} 完成了。',
    '錄音訂單 {order} 完成了。',
    'The order of recordings {order} is finished.',
  ),
  bellRecordCancelled: say(
    '录音订单 {order} 已取消，不用再录。',
    '錄音訂單 {order} 已取消，不用再錄。',
    'The order of recordings {order} was cancelled.',
  ),
  bellRecordNear: say(
    '录音订单 {order} 一天内截止（{deadline}），还没有完成。',
    '錄音訂單 {order} 一天內截止（{deadline}），還沒有完成。',
    'The order of recordings {order} is due within a day ({deadline}) and isn’t finished.',
  ),
  bellRecordLate: say(
    '录音订单 {order} 已过截止日期（{deadline}），还没有完成。',
    '錄音訂單 {order} 已過截止日期（{deadline}），還沒有完成。',
    'The order of recordings {order} is overdue ({deadline}) and isn’t finished.',
  ),
  bellMarketWaits: say(
    '{who} 提交了商品“{title}”第 {version} 版，等你审核。',
    '{who} 提交了商品「{title}」第 {version} 版，等你審核。',
    '{who} handed in version {version} of “{title}”. It waits for review.',
  ),
  bellMarketShelved: say(
    '商品“{title}”第 {version} 版通过审核，已上架。',
    '商品「{title}」第 {version} 版通過審核，已上架。',
    'Version {version} of “{title}” was approved and is on the shelf.',
  ),
  bellMarketSentBack: say(
    '商品“{title}”第 {version} 版没通过审核：{why}',
    '商品「{title}」第 {version} 版沒通過審核：{why}',
    'Version {version} of “{title}” was sent back: {why}',
  ),
  bellMarketTakenDown: say(
    '平台下架了商品“{title}”：{why}',
    '平台下架了商品「{title}」：{why}',
    'The platform took “{title}” down: {why}',
  ),
  bellMarketNewer: say(
    '从市场领的话术“{title}”有了第 {version} 版，可以看看改了什么再升级。',
    '從市場領的話術「{title}」有了第 {version} 版，可以看看改了什麼再升級。',
    'Version {version} of “{title}”, which you took from the market, is there. See what changed before you upgrade.',
  ),
  bellMarketGone: say(
    '从市场领的话术“{title}”已下架，你们的照常能用，以后没有新版本。',
    '從市場領的話術「{title}」已下架，你們的照常能用，以後沒有新版本。',
    '“{title}”, which you took from the market, was taken down. Yours goes on; there will be no newer version.',
  ),
  bellWebhookOff: say(
    'Webhook“{name}”连续三天送不到，已自动停用，请检查接收地址再启用。',
    'Webhook「{name}」連續三天送不到，已自動停用，請檢查接收位址再啟用。',
    'The webhook “{name}” got nothing through for three days and was switched off. Check its address, then switch it on.',
  ),
} as const satisfies Readonly<Record<string, Said>>;

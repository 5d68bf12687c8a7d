import type { Language, Said } from './language.ts';

/**
 * What the audit says, in three languages: what was done, to what kind of thing, and how its fields are called. Keys are
 * stored and never change their meaning; sentences may be bettered. A key of a later release shows as it is.
 */
const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

/** Kinds of things that actions are done to; the filter of the page goes by them. */
export const auditKinds = {
  signIn: say('登录', '登入', 'Sign-in'),
  settings: say('设置', '設定', 'Settings'),
  plan: say('话术', '話術', 'Plan'),
  keywords: say('公共词库', '公共詞庫', 'Word library'),
  voice: say('录音库', '錄音庫', 'Recordings'),
  task: say('任务', '任務', 'Task'),
  call: say('通话', '通話', 'Call'),
  recording: say('录音', '錄音', 'Recording'),
  line: say('线路', '線路', 'Line'),
  number: say('线路号码', '線路號碼', 'Caller ID'),
  port: say('语音网关', '語音閘道', 'Voice gateway'),
  blacklist: say('黑名单', '黑名單', 'Blacklist'),
  balance: say('余额', '餘額', 'Balance'),
  employee: say('员工', '員工', 'Employee'),
  role: say('角色', '角色', 'Role'),
  department: say('部门与岗位', '部門與職位', 'Departments and positions'),
  merchant: say('商户', '商戶', 'Merchant'),
  reseller: say('代理商', '代理商', 'Reseller'),
  platform: say('平台', '平台', 'Platform'),
  branding: say('品牌', '品牌', 'Branding'),
  article: say('帮助与公告', '說明與公告', 'Help and notices'),
  speech: say('语音与模型', '語音與模型', 'Speech and models'),
  audit: say('操作日志', '操作日誌', 'Audit log'),
} as const satisfies Readonly<Record<string, Said>>;
export type AuditKind = keyof typeof auditKinds;

interface ActionWords {
  readonly kind: AuditKind;
  readonly says: Said;
}

/** Everything that leaves an audit row. */
export const auditActions = {
  login: { kind: 'signIn', says: say('登录', '登入', 'Signed in') },
  'login.failed': { kind: 'signIn', says: say('登录失败', '登入失敗', 'Failed to sign in') },
  logout: { kind: 'signIn', says: say('退出', '登出', 'Signed out') },
  'session.end': { kind: 'signIn', says: say('结束其他登录', '結束其他登入', 'Ended other sessions') },
  'password.change': { kind: 'signIn', says: say('修改密码', '修改密碼', 'Changed the password') },
  'password.resetAllowed': {
    kind: 'signIn',
    says: say(
      '代理商或平台确认找回密码',
      '代理商或平台確認找回密碼',
      'The reseller or the platform allowed a password reset',
    ),
  },
  'password.reset': { kind: 'signIn', says: say('找回并重设密码', '找回並重設密碼', 'Reset a forgotten password') },
  'secondFactor.dropAsked': {
    kind: 'signIn',
    says: say('平台将关闭两步验证', '平台將關閉兩步驟驗證', 'Platform scheduled turning off two-step sign-in'),
  },
  'secondFactor.dropStopped': {
    kind: 'signIn',
    says: say(
      '用动态码登录，不再关闭两步验证',
      '用動態碼登入，不再關閉兩步驟驗證',
      'A two-step sign-in cancelled turning it off',
    ),
  },
  'secondFactor.dropped': {
    kind: 'signIn',
    says: say('平台关闭了两步验证', '平台關閉了兩步驟驗證', 'Platform turned off two-step sign-in'),
  },
  'secondFactor.on': { kind: 'signIn', says: say('打开两步验证', '開啟兩步驟驗證', 'Turned on two-step sign-in') },
  'secondFactor.off': { kind: 'signIn', says: say('关闭两步验证', '關閉兩步驟驗證', 'Turned off two-step sign-in') },
  'agreement.accept': { kind: 'signIn', says: say('同意用户协议', '同意使用者協議', 'Accepted the terms of use') },
  'wechat.bind': { kind: 'signIn', says: say('绑定微信', '綁定微信', 'Linked WeChat') },
  'wechat.unbind': { kind: 'signIn', says: say('解绑微信', '解綁微信', 'Unlinked WeChat') },
  'line.save': { kind: 'line', says: say('保存线路', '儲存線路', 'Saved a line') },
  'line.remove': { kind: 'line', says: say('删除线路', '刪除線路', 'Deleted a line') },
  'line.enable': { kind: 'line', says: say('启停线路', '啟停線路', 'Enabled or disabled a line') },
  'line.price': { kind: 'line', says: say('修改线路单价', '修改線路單價', 'Set a line’s price') },
  'line.numbers.add': { kind: 'number', says: say('添加线路号码', '新增線路號碼', 'Added caller IDs') },
  'line.number.save': { kind: 'number', says: say('修改线路号码', '修改線路號碼', 'Edited a caller ID') },
  'line.number.award': { kind: 'number', says: say('裁定号码归属', '裁定號碼歸屬', 'Assigned a contested number') },
  'line.number.remove': { kind: 'number', says: say('删除线路号码', '刪除線路號碼', 'Deleted a caller ID') },
  'speech.save': { kind: 'speech', says: say('保存语音服务', '儲存語音服務', 'Saved a speech service') },
  'speech.remove': { kind: 'speech', says: say('删除语音服务', '刪除語音服務', 'Deleted a speech service') },
  'speech.choose': { kind: 'speech', says: say('选用语音服务', '選用語音服務', 'Selected a speech service') },
  'speech.line': {
    kind: 'line',
    says: say('修改线路的语音识别', '修改線路的語音辨識', 'Changed a line’s speech recognition'),
  },
  'speech.webhookSecret': {
    kind: 'speech',
    says: say('修改回调签名', '修改回呼簽章', 'Changed webhook signing'),
  },
  'port.save': { kind: 'port', says: say('保存语音网关', '儲存語音閘道', 'Saved a voice gateway') },
  'port.remove': { kind: 'port', says: say('删除语音网关', '刪除語音閘道', 'Deleted a voice gateway') },
  'settings.save': { kind: 'settings', says: say('修改系统配置', '修改系統設定', 'Changed the settings') },
  'settings.calling': { kind: 'settings', says: say('修改呼叫规则', '修改呼叫規則', 'Changed the calling rules') },
  'blacklist.add': { kind: 'blacklist', says: say('加入黑名单', '加入黑名單', 'Added to the blacklist') },
  'blacklist.remove': { kind: 'blacklist', says: say('移出黑名单', '移出黑名單', 'Removed from the blacklist') },
  'balance.topUp': { kind: 'balance', says: say('充值', '儲值', 'Topped up') },
  'balance.transfer': { kind: 'balance', says: say('划拨余额', '劃撥餘額', 'Transferred money') },
  'merchant.save': { kind: 'merchant', says: say('保存商户', '儲存商戶', 'Saved a merchant') },
  'merchant.on': { kind: 'merchant', says: say('启用商户', '啟用商戶', 'Enabled a merchant') },
  'merchant.off': { kind: 'merchant', says: say('停用商户', '停用商戶', 'Disabled a merchant') },
  'merchant.resetOwner': {
    kind: 'merchant',
    says: say('确认负责人找回密码', '確認負責人找回密碼', 'Allowed an owner’s password reset'),
  },
  'merchant.dropFactor': {
    kind: 'merchant',
    says: say('关闭负责人的两步验证', '關閉負責人的兩步驟驗證', 'Scheduled turning off an owner’s two-step sign-in'),
  },
  'merchant.setReseller': {
    kind: 'merchant',
    says: say('调整所属代理商', '調整所屬代理商', 'Changed a merchant’s reseller'),
  },
  'merchant.saveContact': { kind: 'merchant', says: say('修改联系方式', '修改聯絡方式', 'Changed the contact') },
  'reseller.save': { kind: 'reseller', says: say('保存代理商', '儲存代理商', 'Saved a reseller') },
  'reseller.on': { kind: 'reseller', says: say('启用代理商', '啟用代理商', 'Enabled a reseller') },
  'reseller.off': { kind: 'reseller', says: say('停用代理商', '停用代理商', 'Disabled a reseller') },
  'reseller.resetOwner': {
    kind: 'reseller',
    says: say('确认代理商找回密码', '確認代理商找回密碼', 'Allowed a reseller’s password reset'),
  },
  'platform.stopAll': {
    kind: 'platform',
    says: say('停止全平台呼叫', '停止全平台呼叫', 'Platform emergency stop'),
  },
  'keywords.save': { kind: 'keywords', says: say('保存词组', '儲存詞組', 'Saved a word group') },
  'keywords.remove': { kind: 'keywords', says: say('删除词组', '刪除詞組', 'Deleted a word group') },
  'keywords.words.add': { kind: 'keywords', says: say('添加词语', '新增詞語', 'Added words') },
  'keywords.words.save': { kind: 'keywords', says: say('修改词语', '修改詞語', 'Changed a word') },
  'keywords.words.remove': { kind: 'keywords', says: say('删除词语', '刪除詞語', 'Deleted words') },
  'research.remove': { kind: 'plan', says: say('删除导航问题', '刪除導航問題', 'Deleted a guide question') },
  'research.save': { kind: 'plan', says: say('保存导航问题', '儲存導航問題', 'Saved a guide question') },
  'research.order': { kind: 'plan', says: say('调整导航问题顺序', '調整導航問題順序', 'Moved a guide question') },
  'plan.export': { kind: 'plan', says: say('导出话术', '匯出話術', 'Exported a plan') },
  'plan.import': { kind: 'plan', says: say('导入话术', '匯入話術', 'Imported a plan') },
  'plan.learn': { kind: 'plan', says: say('教会话术', '教會話術', 'Added learned phrases to a plan') },
  'plan.unlearn': {
    kind: 'plan',
    says: say('撤销教会的内容', '撤銷教會的內容', 'Took back learned phrases of a plan'),
  },
  'plan.ignore': { kind: 'plan', says: say('忽略未识别的话', '忽略未識別的話', 'Ignored phrases in learning') },
  'level.accept': { kind: 'plan', says: say('采用等级规则', '採用等級規則', 'Applied level rules') },
  'planTest.save': { kind: 'plan', says: say('保存测试对话', '儲存測試對話', 'Saved a test conversation') },
  'plan.publish': { kind: 'plan', says: say('发布话术', '發佈話術', 'Published a plan') },
  'plan.override': {
    kind: 'plan',
    says: say('强制发布话术', '強制發佈話術', 'Published a plan despite failed checks'),
  },
  'plan.rollBack': { kind: 'plan', says: say('回滚话术', '回滾話術', 'Rolled back a plan') },
  'planTest.remove': {
    kind: 'plan',
    says: say('删除测试对话', '刪除測試對話', 'Deleted a test conversation'),
  },
  'plan.remove': { kind: 'plan', says: say('删除话术', '刪除話術', 'Deleted a plan') },
  'voice.remove': { kind: 'voice', says: say('删除录音', '刪除錄音', 'Deleted a recording') },
  'task.save': { kind: 'task', says: say('保存任务', '儲存任務', 'Saved a task') },
  'task.copy': { kind: 'task', says: say('复制任务', '複製任務', 'Copied a task') },
  'task.remove': { kind: 'task', says: say('删除任务', '刪除任務', 'Deleted a task') },
  'task.again': { kind: 'task', says: say('由任务再建任务', '由任務再建任務', 'Created a follow-up task') },
  'task.import': { kind: 'task', says: say('导入号码', '匯入號碼', 'Imported numbers') },
  'task.takeOut': { kind: 'task', says: say('移出号码', '移出號碼', 'Removed numbers from a list') },
  'task.takeBackImport': { kind: 'task', says: say('收回导入', '收回匯入', 'Undid an import') },
  'task.start': { kind: 'task', says: say('启动任务', '啟動任務', 'Started a task') },
  'task.pause': { kind: 'task', says: say('暂停任务', '暫停任務', 'Paused a task') },
  'task.resume': { kind: 'task', says: say('继续任务', '繼續任務', 'Resumed a task') },
  'task.stop': { kind: 'task', says: say('停止任务', '停止任務', 'Stopped a task') },
  'task.stopAll': { kind: 'task', says: say('紧急停止', '緊急停止', 'Emergency stop') },
  'call.place': { kind: 'call', says: say('拨打测试电话', '撥打測試電話', 'Placed a test call') },
  'call.hangUp': { kind: 'call', says: say('挂断通话', '掛斷通話', 'Hung up a call') },
  'phone.seen': { kind: 'call', says: say('查看完整号码', '查看完整號碼', 'Viewed full numbers') },
  'numberFile.open': { kind: 'call', says: say('打开号码档案', '開啟號碼檔案', 'Opened a number file') },
  'numberFile.export': { kind: 'call', says: say('导出号码档案', '匯出號碼檔案', 'Exported a number file') },
  'phone.search': { kind: 'call', says: say('按完整号码查找', '按完整號碼查找', 'Searched for a full number') },
  'phone.compare': {
    kind: 'call',
    says: say('用名单比对号码', '用名單比對號碼', 'Compared a list of numbers'),
  },
  'call.listen': { kind: 'call', says: say('旁听通话', '旁聽通話', 'Listened to a live call') },
  'call.correctLevel': { kind: 'call', says: say('修改等级', '修改等級', 'Corrected a level') },
  'call.followed': { kind: 'call', says: say('标记已跟进', '標記已跟進', 'Marked as followed up') },
  'call.notFollowed': { kind: 'call', says: say('撤销已跟进', '撤銷已跟進', 'Took a follow-up back') },
  'decision.export': { kind: 'task', says: say('导出拨打依据', '匯出撥打依據', 'Exported decisions') },
  'task.export': { kind: 'task', says: say('导出任务结果', '匯出任務結果', 'Exported a task’s results') },
  'call.export': { kind: 'call', says: say('导出通话记录', '匯出通話記錄', 'Exported call records') },
  'recording.open': { kind: 'recording', says: say('打开录音', '開啟錄音', 'Played a recording') },
  'recording.purge': { kind: 'recording', says: say('清理到期录音', '清理到期錄音', 'Purged old recordings') },
  'audit.export': { kind: 'audit', says: say('导出操作日志', '匯出操作日誌', 'Exported the audit log') },
  'branding.save': { kind: 'branding', says: say('保存品牌', '儲存品牌', 'Saved the branding') },
  'branding.host.add': { kind: 'branding', says: say('添加域名', '新增網域', 'Added a host') },
  'branding.host.prove': { kind: 'branding', says: say('验证域名', '驗證網域', 'Verified a host') },
  'branding.host.remove': { kind: 'branding', says: say('移除域名', '移除網域', 'Deleted a host') },
  'article.save': { kind: 'article', says: say('保存帮助文章', '儲存說明文章', 'Saved a help article') },
  'article.move': { kind: 'article', says: say('移动帮助文章', '移動說明文章', 'Moved a help article') },
  'article.remove': { kind: 'article', says: say('删除帮助文章', '刪除說明文章', 'Deleted a help article') },
  'update.save': { kind: 'article', says: say('保存更新日志', '儲存更新日誌', 'Saved release notes') },
  'update.remove': { kind: 'article', says: say('删除更新日志', '刪除更新日誌', 'Deleted release notes') },
  'text.save': { kind: 'article', says: say('发布协议文本', '發布協議文本', 'Published a text') },
  'notice.save': { kind: 'article', says: say('保存公告', '儲存公告', 'Saved a notice') },
  'employee.save': { kind: 'employee', says: say('保存员工', '儲存員工', 'Saved an employee') },
  'employee.move': { kind: 'employee', says: say('调整部门', '調整部門', 'Moved an employee') },
  'employee.on': { kind: 'employee', says: say('启用员工', '啟用員工', 'Enabled an employee') },
  'employee.off': { kind: 'employee', says: say('停用员工', '停用員工', 'Disabled an employee') },
  'employee.resetPassword': { kind: 'employee', says: say('重置员工密码', '重設員工密碼', 'Reset a password') },
  'preview.begin': { kind: 'employee', says: say('开始预览员工', '開始預覽員工', 'Started previewing as an employee') },
  'preview.end': { kind: 'employee', says: say('结束预览员工', '結束預覽員工', 'Ended previewing as an employee') },
  'employee.remove': { kind: 'employee', says: say('删除员工', '刪除員工', 'Deleted an employee') },
  'role.save': { kind: 'role', says: say('保存角色', '儲存角色', 'Saved a role') },
  'role.remove': { kind: 'role', says: say('删除角色', '刪除角色', 'Deleted a role') },
  'department.save': { kind: 'department', says: say('保存部门', '儲存部門', 'Saved a department') },
  'department.move': { kind: 'department', says: say('移动部门', '移動部門', 'Moved a department') },
  'department.remove': { kind: 'department', says: say('删除部门', '刪除部門', 'Deleted a department') },
  'position.save': { kind: 'department', says: say('保存岗位', '儲存職位', 'Saved a position') },
  'position.remove': { kind: 'department', says: say('删除岗位', '刪除職位', 'Deleted a position') },
  'notice.remove': { kind: 'article', says: say('删除公告', '刪除公告', 'Deleted a notice') },
  'plan.undo': { kind: 'plan', says: say('恢复话术', '復原話術', 'Restored a plan') },
  'blacklist.undo': { kind: 'blacklist', says: say('重新列入黑名单', '重新列入黑名單', 'Put back on the blacklist') },
  'voice.undo': { kind: 'voice', says: say('恢复录音', '復原錄音', 'Restored a recording') },
  'keywords.undo': { kind: 'keywords', says: say('恢复词组', '復原詞組', 'Restored a word group') },
  'notice.undo': { kind: 'article', says: say('恢复公告', '復原公告', 'Restored a notice') },
  'article.undo': { kind: 'article', says: say('恢复帮助文章', '復原說明文章', 'Restored a help article') },
  'update.undo': { kind: 'article', says: say('恢复更新日志', '復原更新日誌', 'Restored an update entry') },
  'role.undo': { kind: 'role', says: say('恢复角色', '復原角色', 'Restored a role') },
  'position.undo': { kind: 'department', says: say('恢复岗位', '復原職位', 'Restored a position') },
  'department.undo': { kind: 'department', says: say('恢复部门', '復原部門', 'Restored a department') },
} as const satisfies Readonly<Record<string, ActionWords>>;
export type AuditAction = keyof typeof auditActions;

const actions: Readonly<Record<string, ActionWords>> = auditActions;
const isAction = (action: string): boolean => Object.hasOwn(actions, action);

export const auditActionText = (action: string, language: Language): string =>
  (isAction(action) ? actions[action]?.says[language] : undefined) ?? action;

export const actionsOfKind = (kind: AuditKind): readonly AuditAction[] =>
  (Object.keys(auditActions) as AuditAction[]).filter(action => auditActions[action].kind === kind);

import type { Said } from './language.ts';
import { say } from './say.ts';

const plan = say('话术', '話術', 'plan');
const recording = say('录音', '錄音', 'recording');
const searched = say('搜索内容', '搜尋內容', 'search');
const person = say('姓名', '姓名', 'name');
const matching = say('匹配方式', '匹配方式', 'way of matching');
const resetCode = say('重设确认码', '重設確認碼', 'reset code');

/** Where a field means another thing than elsewhere: by endpoint, or by area with its slash. */
export const fieldsElsewhere: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  'audio/': { id: recording, q: searched },
  'audio/save': { text: say('录音文字', '錄音文字', 'words of the recording') },
  'audit/': { from: say('开始时间', '開始時間', 'from'), to: say('结束时间', '結束時間', 'to') },
  'batch/': { id: say('批量任务', '批次任務', 'batch task') },
  'call/': {
    id: say('通话', '通話', 'call'),
    from: say('开始时间', '開始時間', 'from'),
    to: say('结束时间', '結束時間', 'to'),
  },
  'call/export': { ids: say('所选通话', '所選通話', 'chosen calls') },
  'config/saveCalling': { channels: say('商户并发', '商戶並發', 'channels of the merchant') },
  'dynamicVoice/': { speaker: say('音色', '音色', 'voice') },
  'help/': { id: say('文章', '文章', 'article'), parentId: say('所属章节', '所屬章節', 'section') },
  'keywords/': { kind: matching },
  'keywords/analyzer': { id: say('节点', '節點', 'node') },
  'keywords/removeGroup': { id: say('词组', '詞組', 'group') },
  'keywords/removeWords': { ids: say('所选词语', '所選詞語', 'chosen words') },
  'keywords/saveGroup': { id: say('词组', '詞組', 'group'), note: say('说明', '說明', 'note') },
  'keywords/saveWord': { id: say('词语', '詞語', 'word'), text: say('词语', '詞語', 'word') },
  'keywords/uses': { id: say('词组', '詞組', 'group') },
  'level/': { id: say('回测', '回測', 'back-test') },
  'line/': { id: say('线路', '線路', 'line'), windows: say('使用时段', '使用時段', 'hours of use') },
  'line/check': { kind: say('检查方式', '檢查方式', 'kind of check') },
  'line/removeNumber': { id: say('号码', '號碼', 'number') },
  'line/saveNumber': { id: say('号码', '號碼', 'number') },
  'merchant/': {
    id: say('商户', '商戶', 'merchant'),
    name: say('商户名称', '商戶名稱', 'merchant’s name'),
    number: say('商户编号', '商戶編號', 'merchant number'),
  },
  'merchant/resetOwner': { code: resetCode },
  'nodeVoice/': { id: recording, text: say('句子', '句子', 'sentence') },
  'notice/': { id: say('公告', '公告', 'notice') },
  'notice/save': {
    content: say('公告内容', '公告內容', 'notice'),
    from: say('开始时间', '開始時間', 'from'),
    level: say('级别', '級別', 'level'),
    to: say('结束时间', '結束時間', 'to'),
  },
  'oa/moveDepartment': { id: say('部门', '部門', 'department') },
  'oa/moveEmployees': { ids: say('所选员工', '所選員工', 'chosen people') },
  'oa/removeDepartment': { id: say('部门', '部門', 'department') },
  'oa/removeEmployee': { id: say('员工', '員工', 'person') },
  'oa/removePosition': { id: say('岗位', '職位', 'position') },
  'oa/resetPassword': { id: say('员工', '員工', 'person') },
  'oa/saveDepartment': { id: say('部门', '部門', 'department') },
  'oa/saveEmployee': { id: say('员工', '員工', 'person'), name: person, title: say('头衔', '頭銜', 'title') },
  'oa/savePosition': { id: say('岗位', '職位', 'position') },
  'oa/setActive': { ids: say('所选员工', '所選員工', 'chosen people') },
  'plan/': { id: plan, name: say('话术名称', '話術名稱', 'plan’s name') },
  'plan/here': { page: say('页面', '頁面', 'page') },
  'plan/publish': { note: say('版本说明', '版本說明', 'note') },
  'plan/rollBack': { note: say('版本说明', '版本說明', 'note') },
  'planNode/save': { node: say('节点内容', '節點內容', 'node') },
  'port/save': { id: say('语音网关', '語音閘道', 'voice gateway') },
  'port/remove': { id: say('语音网关', '語音閘道', 'voice gateway') },
  'research/': { id: say('问题', '問題', 'question') },
  'research/save': { title: say('问题', '問題', 'question'), type: say('题型', '題型', 'type of question') },
  'reseller/': {
    id: say('代理商', '代理商', 'reseller'),
    name: say('代理商名称', '代理商名稱', 'reseller’s name'),
    number: say('商户编号', '商戶編號', 'merchant number'),
  },
  'reseller/resetOwner': { code: resetCode },
  'role/': { id: say('角色', '角色', 'role') },
  'speech/': {
    id: say('语音服务', '語音服務', 'speech service'),
    model: say('模型名', '模型名', 'model'),
    speaker: say('音色', '音色', 'voice'),
  },
  'table/': { id: say('视图', '檢視', 'view') },
  'talk/saveTest': { name: say('测试名称', '測試名稱', 'name of the test') },
  'talk/parameterSearch': { settings: say('要比较的设置', '要比較的設定', 'settings to compare') },
  'task/': { id: say('任务', '任務', 'task'), name: say('任务名称', '任務名稱', 'task’s name') },
  'task/import': { text: say('粘贴的号码', '貼上的號碼', 'pasted numbers') },
  'task/preview': { text: say('粘贴的号码', '貼上的號碼', 'pasted numbers') },
  'updateLog/': { after: say('版本', '版本', 'version'), id: say('更新日志', '更新日誌', 'update entry') },
  'updateLog/save': { content: say('更新内容', '更新內容', 'text') },
  'user/endSession': { id: say('登录', '登入', 'sign-in') },
  'user/mpBind': { code: say('绑定码', '綁定碼', 'bind code') },
};

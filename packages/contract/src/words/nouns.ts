import type { Language, Said } from './language.ts';
import { say } from './say.ts';

/** What a refusal says is not there. English stands in the middle of a sentence. */
const nouns = {
  article: say('文章', '文章', 'article'),
  auditEntry: say('操作日志', '操作日誌', 'audit entry'),
  backTest: say('回测', '回測', 'back-test'),
  batch: say('批量任务', '批次任務', 'batch task'),
  call: say('通话', '通話', 'call'),
  callRecord: say('通话记录', '通話記錄', 'call record'),
  check: say('检查', '檢查', 'check'),
  consent: say('有效的同意记录', '有效的同意紀錄', 'consent that holds'),
  deletion: say('删除申请', '刪除申請', 'deletion request'),
  department: say('部门', '部門', 'department'),
  employee: say('员工', '員工', 'employee'),
  exit: say('出口', '出口', 'exit'),
  file: say('文件', '檔案', 'file'),
  flow: say('流程', '流程', 'flow'),
  guideQuestion: say('导航问题', '導航問題', 'guide question'),
  host: say('域名', '網域', 'host name'),
  import: say('导入记录', '匯入紀錄', 'import'),
  keywordGroup: say('词组', '詞組', 'word group'),
  line: say('线路', '線路', 'line'),
  merchant: say('商户', '商戶', 'merchant'),
  node: say('节点', '節點', 'node'),
  notice: say('公告', '公告', 'notice'),
  number: say('号码', '號碼', 'number'),
  owner: say('负责人', '負責人', 'owner'),
  picture: say('图片', '圖片', 'picture'),
  plan: say('话术', '話術', 'plan'),
  planVersion: say('话术版本', '話術版本', 'plan version'),
  port: say('语音网关', '語音閘道', 'voice gateway'),
  position: say('岗位', '職位', 'position'),
  recording: say('录音', '錄音', 'recording'),
  removal: say('可以撤销的删除', '可以復原的刪除', 'removal to take back'),
  reseller: say('代理商', '代理商', 'reseller'),
  role: say('角色', '角色', 'role'),
  section: say('章节', '章節', 'section'),
  service: say('服务', '服務', 'service'),
  session: say('登录', '登入', 'sign-in'),
  sheet: say('工作表', '工作表', 'sheet'),
  task: say('任务', '任務', 'task'),
  testConversation: say('测试对话', '測試對話', 'test conversation'),
  trade: say('行业', '行業', 'trade'),
  updateEntry: say('更新日志', '更新日誌', 'release note'),
  view: say('视图', '檢視', 'view'),
  word: say('词语', '詞語', 'word'),
} as const satisfies Readonly<Record<string, Said>>;
export type Noun = keyof typeof nouns;

export const nounKeys = Object.keys(nouns) as readonly Noun[];
export const nounWord = (noun: Noun, language: Language): string => nouns[noun][language];

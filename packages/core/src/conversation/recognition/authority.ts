import { tidy } from './text.ts';

/*
 * Whoever has had enough of calls says that he calls in the police (报警, 110), 12315 or another office that takes
 * complaints. It is no meaning of a plan and ends nothing; the merchant must know of it (docs/safety.md#a-call-to-an-authority).
 *
 * By words: what only looks like it is taken out of the sentence first, then one word that is left is enough.
 */

/** Offices that one goes to for nothing else, and all of them. */
const complaints = '消协|消费者协会|消委会?|工信部|通管局|通信管理局';
const offices = `${complaints}|工商|市监|市场监管|市场监督管理|派出所|公安|警察局|警方`;
/** Numbers of such offices; a figure of the talk (110 元, 12300) as well, so that they count beside a word for calling alone. */
const numbers = '110|[幺妖一]{2}[零洞]|12315|[幺一]二三[幺一]五|12321|12300|12381|12345|315|三[幺一]五';
/** What makes a figure of it. */
const notInFigure = '(?<![\\d.:零一二三四五六七八九十百千万幺])';
const endsFigure =
  '(?![\\d.:%多几岁号分个万千百亿元块平米斤公厘毫克升度名位人天次条件台辆套栋楼室层路页集瓦伏码寸点年月级折张只家门户亩吨里]|[a-z])';
const number = `${notInFigure}(?:${numbers})${endsFigure}`;

/** What is no such word, or says that one does not. */
const nothing = new RegExp(
  [
    // Machines that sound an alarm.
    '报警(?:器|铃|灯|声|音|系统|装置|设备|功能|主机|探头|按钮|值|线|信号|提示|短信|信息|服务|平台|阈值|记录|回执|人)',
    '(?:烟雾|烟感|火灾|消防|防盗|胎压|温度?|水位|液位|电量|低电|油量|机油|故障|煤气|燃气|超速|疲劳|电池|仪表盘?|设备|机器|系统|服务器|自动|声光|红外|门磁|入侵|车子?|空调|冰箱|发动机|传感器|监控|摄像头|一键|压力|过载|欠费|漏电|断电)(?:一直|老是?|总是?|都|会|又|在|就|自己|自动){0,2}报警',
    // Other words with these characters.
    '(?<=[通汇播预申举误谎假])报警',
    '报警[告示戒惕]',
    '工商(?:银?行|注册|登记|执照|管理|年检|年报|信息|大学|学院|联|变更|注销|户)',
    // One does not, or need not; 「要不报警」, 「再不」 and 「不得不」 do.
    '(?:不用|不必|没必要|用不着|(?<!会)不会|(?<!想)不想|没有?|无需|不需要|犯不着|不至于|懒得|(?<!要)不要|(?<![要得再])不|别|何必)(?:去|给你们?|再|先){0,2}报警(?!不行)',
    // Whether one should, and what others did.
    '(?:要不要|用不用|需不需要|是否)(?:先|去)?报警',
    '(?:需要|(?<!不)要|(?<!不)用|能|可以|应该|该)(?:先|去)?报警(?:吗|么|嘛|没)',
    '你们?报警(?:了|过)?(?:吗|没有?)',
    '(?<![让叫请喊])(?:[他她它]们?|有人|对方|人家|别人|邻居|物业|房东|司机|车主|店家|同事|保安)(?:都|已经|就|会|要|也|刚|当时|后来){0,3}报(?:了|过)?警',
    // An advertisement, or an announcement, that the callee's line plays.
    `请[您你]?(?:立即|及时|马上|尽快|直接)?(?:拨打|打|拨)(?:电话)?${number}`,
  ].join('|'),
  'g',
);

const named = new RegExp(
  [
    '报(?:[了个过]|了个|一下)?警',
    // 12315 is nobody's figure unless it is counted.
    `${notInFigure}(?:12315|[幺一]二三[幺一]五)${endsFigure}`,
    `(?:打|拨打?|报|叫|找|喊|联系|通知|投诉到?|举报到?|反映到?|告到?|上)[了过个给通]?(?:电话)?${number}`,
    `(?:给|跟|向|让|请|去)${number}(?:那边|电话)?(?:打|投诉|举报|报警|报案|说|反映|告|来|抓|评)`,
    `${number}(?:那边)?(?:去|来)?(?:投诉|举报|报警|报案|曝光|抓|警察|出警|见)`,
    // An office, with what one does there.
    `(?:投诉|举报|(?<![广公转])告|曝光|反映)(?:你们?(?:公司)?)?(?:到|给|去|上)?(?:${offices})`,
    `(?:${offices})(?:总?局|所|部门|机关)?(?:那边|那里|那儿)?(?:去|来)?(?:投诉|举报|告|报案|曝光)`,
    `(?:找|打(?:电话)?给|联系|通知|叫|喊)(?:了)?(?:${offices})(?:总?局|所|部门|机关)?(?=$|[，。！、,.!?？了来去告说处评解反查管吧啊])`,
    `(?:去|到|上|向|跟|找|交给?|递到?|报|打)(?:了|给|到)?(?:${complaints})`,
    `(?:${offices})(?:总?局|所)?见`,
    '(?:叫|找|喊|带|告诉|通知|联系)(?:了|个)?(?:警察|民警|公安)(?!局)',
    '(?:让警察|警察会?)(?:上门|过?来)?(?:抓|找|查)你',
  ].join('|'),
);

/** Does a sentence of a callee call in the police, or an office that takes complaints? */
export const namesAuthority = (sentence: string): boolean => named.test(tidy(sentence).replace(nothing, '／'));

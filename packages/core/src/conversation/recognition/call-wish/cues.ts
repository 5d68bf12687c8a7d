/**
 * What a wish not to be called is made of, and what only looks like one: every kind of words has a sign, and the signs of
 * a sentence, in their order, tell more of it than its characters. The first kind that fits at a place is taken.
 */
interface Cue {
  readonly sign: string;
  readonly from: number;
  readonly words: string;
}

const other =
  '折|车|针|开|算|扫|包|印|游戏|球|牌|架|字|卡|工|断|岔|听|官司|雷|水|点滴|疫苗|预防|农药|样|款|孔|胶|蜡|磨|烊|瞌睡|呼噜|喷嚏|嗝|麻|太极|羽毛|篮球|网球|乒乓|排球|高尔夫|保龄|劫|击|败|破|造|拼|赌|斗|碎|死|表|火|酒|酱|伤|错|成|仗|头|盹|底|铁|气|扮|交道|招呼|下手|理|分|个折|赏|翻|桩|草|药|虫|猎|蛋|结|勾|叉|钩|码|个样|板';

const kinds: readonly (readonly [sign: string, words: string])[] = [
  // 打 of something else than a telephone.
  ['X', `(?<!电话)打(?:一?[个下点])?(?:${other})`],
  // No, not, stop.
  [
    'N',
    '不要|不用|不必|不需要|用不着|没必要|不准|不许|不得|不让|不想|不愿意?|不希望|不接受|不允许|不同意|别|甭|莫要?|勿|休想|休要|禁止|停止|拒绝|唔好|咪|覅|嫑|少(?=[来给打跟烦])|杜绝|终止',
  ],
  ['W', '能不能|可不可以|能否|可否'],
  ['n', '不会|不是|没有?|不'],
  // Reaching somebody.
  ['K', '联系|联络|找|推销|回访|营销|外呼|呼叫|致电|来电|去电|call|拨打?|打扰|打搅|叨扰|扰|通知|跟进|推送'],
  ['H', '骚扰|轰炸'],
  ['D', '打'],
  ['T', '电话号码|手机号码?|电话|号码|手机|座机|联系方式|号(?!码)'],
  // Taking away, shutting out, where it stands.
  [
    'R',
    '删除?|清除|清空|清掉|移除|移出|剔除|去掉|去除|划掉|划了|划去|抹掉|抹了|除名|注销|销毁|拿掉|撤掉|撤回|排除|踢出|退订|取消|关闭|关掉|停掉|销号|下架',
  ],
  ['B', '拉黑|屏蔽|黑名单|免打扰|加黑|拒接|拒访|禁呼|停呼|封(?:了|掉)'],
  ['L', '名单|系统|数据库|客户库|资料|信息|档案|记录|数据|通讯录|名册|列表|后台|备注|标记|标注'],
  ['P', '投诉|举报|报警|起诉|告(?=你|到|他|了)|12315|12321|12300|工信部|消协|律师|曝光|法院|警察|维权|消费者'],
  // For ever, again and again, at this hour.
  [
    'E',
    '以后|今后|往后|从此|永远|永久|再也|任何时候|任何|彻底|从今|一辈子|下辈子|一次都|一个都|一律|全部|所有|从现在起|以后都',
  ],
  [
    'A',
    '再|又|还|老是|老|总是|总|天天|每天|整天|一直|一天到晚|三天两头|反复|不停|不断|没完没了|有完没完|隔三差五|多少[次遍回个]|[两三四五六七八九十几好]+[次遍回个通]',
  ],
  [
    't',
    '今天|今晚|今儿|明天|明儿|后天|现在|这会儿?|这时候|这个点|此时|上班|上课|开会|会议|吃饭|午休|中午|早上|上午|下午|晚上|夜里|半夜|深夜|凌晨|周末|周[一二三四五六日天]|礼拜|星期|休息|睡觉|开车|点[以之]?[前后]|白天|过年|一会儿?|待会儿?|等下|晚点|改天|回头|下周|下个月|下次|有空|过几天',
  ],
  // Who.
  ['M', '我们?|俺|咱|本人|自己|俺们|吾|偶'],
  ['Y', '你们?|贵公司|贵司|您|侬|这公司|他们'],
  ['F', '烦|受够|受不了|够了|讨厌|有病|神经|滚|累不累|要不要脸|消停|清静|放过|饶了|安生'],
  ['Q', '吗|么(?!$)|怎么|多少|什么|为什么|为啥|如何|哪|是不是|有没有|会不会|几|谁'],
  ['S', '短信|微信|邮件|邮箱|qq|朋友圈|好友|照片|订单|预约|会员|课程|账号|软件|app|快递|包裹'],
  ['O', '他|她|老婆|老公|爱人|媳妇|儿子|女儿|孩子|妈|爸|父|同事|老板|经理|朋友|别人|邻居'],
  ['J', '说|告诉|讲'],
  ['V', '接|听|收|看'],
];

const anyCue = new RegExp(kinds.map(([, words]) => `(${words})`).join('|'), 'g');

export const cuesIn = (text: string): readonly Cue[] =>
  Array.from(text.matchAll(anyCue), match => {
    const kind = match.findIndex((words, at) => at > 0 && words !== undefined) - 1;
    return { sign: kinds[kind]![0], from: match.index, words: match[0] };
  });

/** Does it name an hour or a day, at which one may call after all? */
export const namesAnHour = (text: string): boolean => cuesIn(text).some(({ sign }) => sign === 't');

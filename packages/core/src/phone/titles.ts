/**
 * What the title of a column names (docs/tasks.md#a-sheet-is-read). Lists come from the mainland, Hong Kong and Taiwan: a
 * title is folded to simplified script before it is matched, so that each word stands here once.
 */

/** Characters of such words as they are written in traditional script, each before its simplified one. */
const SCRIPTS =
  '電电話话號号碼码聯联連连絡络繫系機机備备選选擔担屬属親亲紹绍負负責责銷销業业務务經经顧顾問问醫医師师練练辦办進进長长員员戶户學学會会車车險险證证訂订單单編编銀银賬账帳账時时間间齡龄額额價价餘余積积數数郵邮傳传網网註注緊紧稱称謂谓實实貨货買买統统門门動动課课語语級级區区對对製制導导寫写別别熱热狀状態态沒没無无線线結结類类紀纪詢询計计況况報报薦荐內内歲岁稅税費费產产來来國国';
const FOLDED = new Map(Array.from({ length: SCRIPTS.length / 2 }, (_, at) => [SCRIPTS[at * 2]!, SCRIPTS[at * 2 + 1]!]));

/** A title as it is compared: in simplified script, narrow, in small letters. */
export const foldTitle = (title: string): string =>
  [...title.normalize('NFKC').trim().toLowerCase()].map(sign => FOLDED.get(sign) ?? sign).join('');

const PHONE = /手机|手提|电话|号码|门号|联系方式|联络方式|phone|mobile|tel/;
/** 身份证号码, 到期日, 序号: something else, whatever its cells look like. */
const OTHER =
  /身[份分]证|证件|订单|合同|编号|统编|序号|工号|学号|客户号(?!码)|车牌|银行|卡号|账号|日期|时间|到期|生日|出生|年龄|金额|价格|余额|积分|数量|微信|qq|邮箱|邮编|邮件|信箱|传真|分机|网址|地址|备注|^(?:line )?id$|no\.?$|date|time|amount|price|email|fax/;
/** 紧急联系人电话, 销售手机: a relative's number, a spare one, or one's own people's. */
const SECOND =
  /紧急|备用|备选|第二|其[他它]|担保|配偶|家属|亲属|家人|亲友|推荐人|介绍人|销售|业务员|客户经理|顾问|医生|医师|老师|教练|班主任|经办|承办|跟进|管家|店长|店员|员工|客服|中介|经纪|emergency|relative|spare|second|other|agent|sales/;
/** Who answers for a company: its own people, or whom of it one calls. */
const IN_CHARGE = /负责人/;
/** 没有电话: what stands where a number should. */
const NO_PHONE = /[没无暂不空停]/;
const NAMED =
  /^(?:客户|顾客|用户|学员|学生|家长|会员|业主|房主|户主|租[户客]|患者|病人|车主|投保人|被保险人|乘客|联[系络]人|连络人|收[件货]人|买[家方]|本人|真实|中文)?(?:姓名|名字|名称|称呼|称谓|大名)$|^客户名$|^(?:user|customer|full)? ?name$/;
/** Who it is without the word for a name: 收件人, 车主. */
const PERSON =
  /^(?:客户|顾客|学员|学生|家长|会员|业主|房主|户主|租[户客]|患者|病人|车主|投保人|被保险人|乘客|联[系络]人|连络人|收[件货]人|买[家方]|contact|customer)$/;
/** How the person on the telephone is called, whoever that is; 学员姓名 may be somebody else's. */
const ADDRESSED =
  /^(?:客户|顾客|用户|会员|联[系络]人|连络人|收[件货]人|本人|真实|中文|您的|对方)?(?:姓名|名字|称呼|称谓|大名)$|^客户名$|^(?:user|customer|full)? ?name$/;
/** 联系电话2, 备用手机: another number of the same person. */
const OTHER_OF_SAME =
  /^(?:(?:联[系络]|连络|行动)?(?:电话|手机)(?:号码?)?\s*\(?[2-5二三四五]\)?|(?:备用|第二)(?:联[系络]|连络|行动)?(?:电话|手机|号码)号?码?)$/;
/** What is left of 业主电话 is who is called. */
const PHONE_WORDS = /(?:的|联[系络]|连络|行动)?(?:手机|手提|电话|号码|门号|联[系络]方式|号)+.*$/;

/** A title is a word or two; a longer text is a note. */
const TITLE_CHARS = 20;

export const isPhoneTitle = (title: string): boolean => {
  const text = foldTitle(title);
  return text.length <= TITLE_CHARS && PHONE.test(text) && !OTHER.test(text) && !NO_PHONE.test(text);
};
/** 试听日期, 到期日, 生日: what holds days, and with them numbers where a sheet lost their format. */
const DAYS = /日期|时间|到期|截止|有效期|日$|(?:^| )(?:date|birthday|expiry)$/;
export const isDayTitle = (title: string): boolean => DAYS.test(foldTitle(title));
export const isOtherTitle = (title: string): boolean => OTHER.test(foldTitle(title));

/** Whose number a title of a telephone names, the nearer the more: one's own, who answers for a company, anybody else. */
export const nearnessOf = (title: string): 2 | 1 | 0 => {
  const text = foldTitle(title);
  if (SECOND.test(text)) return 0;
  return IN_CHARGE.test(text) ? 1 : 2;
};

/** 2: it says that it is a name; 1: it says who it is; 0: it is no person's name. */
export const nameTitleRank = (title: string): 2 | 1 | 0 => {
  const text = foldTitle(title);
  if (NAMED.test(text)) return 2;
  return PERSON.test(text) ? 1 : 0;
};

/** A variable called so is how the robot addresses whom it talks to. */
export const isAddressTitle = (title: string): boolean => ADDRESSED.test(foldTitle(title));
export const isOtherOfSameTitle = (title: string): boolean => OTHER_OF_SAME.test(foldTitle(title));
/** 业主 of 业主电话; '' of 联系电话. */
export const whosePhone = (title: string): string => foldTitle(title).replace(PHONE_WORDS, '');

/** Words that say nothing by themselves: 下单时间 is not the 时间 that a plan speaks of. */
const VAGUE =
  /^(?:时间|日期|名称|姓名|名字|称呼|编号|类型|类别|状态|备注|金额|数量|地址|电话|手机|号码|情况|信息|内容|结果|name|date|time|type|id)$/;
const FEWEST_ALIKE = 2;

/** 年级 and 孩子年级 name the same thing: one is in the other, and says something. */
export const areTitlesAlike = (one: string, other: string): boolean => {
  const [short, long] = [foldTitle(one), foldTitle(other)].toSorted((a, b) => a.length - b.length) as [string, string];
  return short.length >= FEWEST_ALIKE && long.includes(short) && (short === long || !VAGUE.test(short));
};

const MAKER =
  /^(?:制[表单作]|填[表报写]|导出|打印|编制|联[系络]|连络|经办|操作|负责|统计|服务热线|客服|咨询)(?:[人者员]|人员|单位|部门|电话|方式|时间|日期)*\s*(?::|$)/;
/** 制表人, 联系人：…: the words of whoever made the list, above its titles. */
export const isMakerCell = (cell: string): boolean => MAKER.test(foldTitle(cell));

/** How the source's words become ours: 「湖北省恩施土家族苗族自治州」 is 湖北 恩施, and who holds which first figures. */
interface Place {
  readonly province: string;
  readonly city: string;
}

const municipalities = ['北京', '上海', '天津', '重庆'] as const;
const regions = ['广西', '内蒙古', '宁夏', '新疆', '西藏'] as const;
const peoples =
  /(?:土家族|苗族|彝族|回族|哈尼族|蒙古族|蒙古|哈萨克|白族|壮族|傣族|景颇族|布依族|侗族|朝鲜族|傈僳族|藏族|羌族|柯尔克孜)+自治州$/;

/** Cities that were renamed, or became part of another, since the source was written. */
const today: Readonly<Record<string, string>> = { 襄樊: '襄阳', 莱芜: '济南', 巢湖: '合肥' };

const cityOf = (said: string): string => {
  const short = said.replace(peoples, '').replace(/(?:市|地区|林区)$/, '');
  return today[short] ?? short;
};

/** `said`: province and cities as the source writes them; several cities of one area code are told apart by `、`. */
export const placeOf = (said: string): Place => {
  const municipality = municipalities.find(name => said.startsWith(name));
  if (municipality !== undefined) return { province: municipality, city: municipality };
  const region = regions.find(name => said.startsWith(name));
  const [, province = '', cities = ''] = /^(.+?)省(.+)$/.exec(said) ?? [];
  const list = region === undefined ? cities : said.slice(region.length);
  if (list === '') throw new Error(`no place: ${said}`);
  return { province: region ?? province, city: list.split('、').map(cityOf).join('/') };
};

/** Ten area codes of which one is in use: the source keeps them as one prefix. */
export const mergedAreaCodes: Readonly<Record<string, string>> = { 33: '335', 34: '349', 58: '580', 70: '701' };

/** Area codes of which the source names counties, a city twice, or a city misspelt. */
export const landlinesSaidOtherwise: Readonly<Record<string, string>> = {
  433: '吉林省延边朝鲜族自治州',
  435: '吉林省通化市',
  551: '安徽省合肥市',
  710: '湖北省襄阳市',
  731: '湖南省长沙市、株洲市、湘潭市',
  754: '广东省汕头市',
  757: '广东省佛山市',
  807: '西藏那曲地区',
  892: '西藏日喀则地区',
  896: '西藏那曲地区',
  897: '西藏阿里地区',
};

const held = (operator: string, prefixes: string): readonly (readonly [string, string])[] =>
  prefixes.split(' ').map(prefix => [prefix, operator] as const);

/**
 * Who holds a range by its first three or four figures (工业和信息化部's numbering; the basic operator behind a virtual
 * one is named with 虚拟). A number may have moved to another operator since (携号转网): nobody can tell from its figures.
 */
export const operatorPrefixes: ReadonlyMap<string, string> = new Map([
  ...held('移动', '134 135 136 137 138 139 147 148 150 151 152 157 158 159 172 178 182 183 184 187 188 195 197 198'),
  ...held('联通', '130 131 132 145 146 155 156 166 175 176 185 186 196'),
  ...held('电信', '133 149 153 173 174 177 180 181 189 190 191 193 199 1349'),
  ...held('广电', '192'),
  ...held('移动虚拟', '165 1703 1705 1706'),
  ...held('联通虚拟', '167 171 1704 1707 1708 1709'),
  ...held('电信虚拟', '162 1700 1701 1702'),
]);

/** Of a mobile prefix of four figures or more. */
export const operatorOf = (prefix: string): string =>
  operatorPrefixes.get(prefix.slice(0, 4)) ?? operatorPrefixes.get(prefix.slice(0, 3)) ?? '';

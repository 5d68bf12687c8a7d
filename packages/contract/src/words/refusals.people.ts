/** Refusals of departments, positions, employees and roles; part of `refusals.ts`. */
export const peopleRefusals = {
  accountTaken: {
    code: 230,
    'zh-CN': '账号「{account}」已被使用，请换一个',
    'zh-TW': '帳號「{account}」已被使用，請換一個',
    en: 'The account “{account}” is taken; choose another',
  },
  employeesFull: {
    code: 231,
    'zh-CN': '员工数已到上限 {limit} 个，请先删除不用的，或联系服务商增加',
    'zh-TW': '員工數已到上限 {limit} 個，請先刪除不用的，或聯絡服務商增加',
    en: 'All {limit} employees are there; remove one first, or ask your provider for more',
  },
  departmentHeld: {
    code: 232,
    'zh-CN': '部门里还有 {people} 名员工、{departments} 个下级部门，请先移走',
    'zh-TW': '部門裡還有 {people} 名員工、{departments} 個下級部門，請先移走',
    en: '{people} people and {departments} departments are still in it; move them first',
  },
  departmentLoop: {
    code: 233,
    'zh-CN': '不能移到自己或自己的下级部门里',
    'zh-TW': '不能移到自己或自己的下級部門裡',
    en: 'A department cannot move into itself or below itself',
  },
  departmentDeep: {
    code: 234,
    'zh-CN': '部门最多 {limit} 级',
    'zh-TW': '部門最多 {limit} 級',
    en: 'Departments go {limit} levels deep at most',
  },
  nameTaken: {
    code: 235,
    'zh-CN': '「{name}」已经有了，请换一个名称',
    'zh-TW': '「{name}」已經有了，請換一個名稱',
    en: '“{name}” is there already; choose another name',
  },
  positionHeld: {
    code: 236,
    'zh-CN': '还有 {people} 名员工在这个岗位，请先调整',
    'zh-TW': '還有 {people} 名員工在這個職位，請先調整',
    en: '{people} people still have this position; change theirs first',
  },
  roleHeld: {
    code: 237,
    'zh-CN': '还有 {people} 名员工是这个角色，请先调整',
    'zh-TW': '還有 {people} 名員工是這個角色，請先調整',
    en: '{people} people still have this role; change theirs first',
  },
  rightsBeyond: {
    code: 238,
    'zh-CN': '不能给出自己没有的权限、按钮或数据范围',
    'zh-TW': '不能給出自己沒有的權限、按鈕或資料範圍',
    en: 'Nobody gives pages, buttons or scope beyond his own',
  },
  personBeyond: {
    code: 239,
    'zh-CN': '「{name}」的权限比你多，你不能管理',
    'zh-TW': '「{name}」的權限比你多，你不能管理',
    en: '{name} has more rights than you; you cannot manage them',
  },
  ownerFixed: {
    code: 240,
    'zh-CN': '负责人账号只能由本人修改，不能停用或删除',
    'zh-TW': '負責人帳號只能由本人修改，不能停用或刪除',
    en: 'The owner’s account is changed by the owner alone, and is never disabled or removed',
  },
  notOneself: {
    code: 241,
    'zh-CN': '不能停用、删除自己或重置自己的密码，也不能改自己的角色和部门',
    'zh-TW': '不能停用、刪除自己或重設自己的密碼，也不能改自己的角色和部門',
    en: 'Nobody disables, removes or resets himself, or changes his own role or department',
  },
  departmentNeeded: {
    code: 242,
    'zh-CN': '请选择你管理的部门',
    'zh-TW': '請選擇你管理的部門',
    en: 'Choose a department that you manage',
  },
  wholeNeeded: {
    code: 243,
    'zh-CN': '只有能看全部数据的人可以改角色、岗位和这个部门',
    'zh-TW': '只有能看全部資料的人可以改角色、職位和這個部門',
    en: 'Only who sees all data changes roles, positions and this department',
  },
  peopleListFull: {
    code: 244,
    'zh-CN': '最多 {limit} 个，请先删除不用的',
    'zh-TW': '最多 {limit} 個，請先刪除不用的',
    en: 'At most {limit}; remove one first',
  },
} as const;

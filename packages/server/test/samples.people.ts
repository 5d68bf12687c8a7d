/** Departments, positions, roles and people of a merchant for the samples; the spares are there to be removed. */
export interface PeopleAssets {
  readonly department: string;
  readonly spareDepartment: string;
  readonly position: string;
  readonly sparePosition: string;
  readonly role: string;
  readonly spareRole: string;
  readonly employee: string;
  readonly spareEmployee: string;
  /** Something that was removed, without rows. */
  readonly removal: string;
  /** A saved view of the owner. */
  readonly view: string;
}

type Insert = (sql: string, ...values: unknown[]) => Promise<string>;

/** Names are one's own within a merchant, which may be given its things more than once. */
let times = 0;

export const provisionPeople = async (insert: Insert): Promise<PeopleAssets> => {
  times += 1;
  const own = (name: string) => `${name}${times}`;
  const department = async (name: string) => {
    const id = await insert('insert into department (merchant_id, name) values ($1, $2) returning id', own(name));
    await insert(`update department set path = '/' || id || '/' where merchant_id = $1 and id = $2 returning id`, id);
    return id;
  };
  const position = (name: string) =>
    insert('insert into position (merchant_id, name) values ($1, $2) returning id', own(name));
  const role = (name: string) =>
    insert(
      `insert into role (merchant_id, name, rights, scope) values ($1, $2, '{callLog}', 'own') returning id`,
      own(name),
    );
  const held = { department: await department('客服部'), position: await position('专员'), role: await role('坐席') };
  const person = (account: string) =>
    insert(
      `insert into employee (merchant_id, account, name, password_hash, role_code, role_id, department_id, position_id)
       values ($1, $2, '员工', '', 'employee', $3, $4, $5) returning id`,
      own(account),
      held.role,
      held.department,
      held.position,
    );
  return {
    ...held,
    spareDepartment: await department('备用部'),
    sparePosition: await position('备用'),
    spareRole: await role('备用'),
    employee: await person('sample-one'),
    spareEmployee: await person('sample-two'),
    removal: await insert(
      `insert into removal (merchant_id, kind, target, name, facts, at, kept)
       values ($1, 'keywords', '1', $2, '{}', now(), '[]') returning id`,
      own('词组'),
    ),
    view: await insert(
      `insert into table_view (merchant_id, employee_id, table_name, name, query, look)
       values ($1, (select id from employee where merchant_id = $1 order by id limit 1), 'callLog', $2, 'level=A',
         '{"hidden":[],"order":[],"dense":false}') returning id`,
      own('视图'),
    ),
  };
};

export const peopleSamples = (own: PeopleAssets): Readonly<Record<string, Record<string, string>>> => ({
  'oa/grantors': { key: 'callLog' },
  'oa/departments': {},
  'oa/saveDepartment': { id: own.department, name: '客服一部' },
  'oa/moveDepartment': { id: own.department },
  'oa/removeDepartment': { id: own.spareDepartment },
  'oa/positions': {},
  'oa/savePosition': { id: own.position, name: '主管' },
  'oa/removePosition': { id: own.sparePosition },
  'oa/employees': { page: '1', limit: '20', departmentId: own.department, state: 'active' },
  'oa/saveEmployee': {
    id: own.employee,
    name: '王芳',
    title: '组长',
    phone: '13800138000',
    departmentId: own.department,
    positionId: own.position,
    roleId: own.role,
  },
  'oa/moveEmployees': { ids: JSON.stringify([own.employee]), departmentId: own.department },
  'oa/setActive': { ids: JSON.stringify([own.employee]), active: '1' },
  'oa/preview': { id: own.employee },
  'oa/resetPassword': { id: own.employee },
  'oa/removeEmployee': { id: own.spareEmployee },
  'role/list': {},
  'role/save': { id: own.role, name: '坐席', rights: '["callLog"]', buttons: '["call_out"]', scope: 'own' },
  'role/remove': { id: own.spareRole },
  'role/templates': {},
  'removal/undo': { id: own.removal },
  'table/settings': { table: 'callLog' },
  'table/saveLook': { table: 'callLog', look: '{"hidden":["cost"],"order":["level","phone"],"dense":true}' },
  'table/saveView': {
    id: own.view,
    table: 'callLog',
    name: '要跟进的',
    query: 'level=A%2CB',
    look: '{"hidden":[],"order":[],"dense":false}',
    isDefault: '1',
  },
  'table/removeView': { id: own.view },
});

const byField: Readonly<Record<string, keyof PeopleAssets>> = {
  departmentId: 'department',
  parentId: 'department',
  positionId: 'position',
  roleId: 'role',
};

/** Which of them a field names; lists of ids are looked at in the room's own tests. */
export const peopleAssetOf = (path: string, field: string): keyof PeopleAssets | null => {
  if (path.startsWith('removal/')) return field === 'id' ? 'removal' : null;
  if (path.startsWith('table/')) return field === 'id' ? 'view' : null;
  if (!/^(oa|role)\//.test(path)) return null;
  if (field !== 'id') return byField[field] ?? null;
  if (path.startsWith('role/')) return 'role';
  if (path.endsWith('Department')) return 'department';
  return path.endsWith('Position') ? 'position' : 'employee';
};

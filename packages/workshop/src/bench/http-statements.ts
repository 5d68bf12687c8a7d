/**
 * What the bare server of the figure `http` asks before it answers: by hand, what our endpoints ask, with the same joins
 * and as many columns of the same kinds. `$1` is the token.
 */
const merchant = `(select id from merchant where number = '100268')`;

const session = `select session.token_hash, session.merchant_id, session.employee_id, session.expires_at, session.seen_at,
    employee.must_change_password, merchant.kind, employee.role_code, role.rights, role.buttons, role.scope,
    department.path, merchant_settings.owner_sees_phones
  from session
    join employee on employee.merchant_id = session.merchant_id and employee.id = session.employee_id
    join merchant on merchant.id = session.merchant_id
    left join merchant_settings on merchant_settings.merchant_id = session.merchant_id
    left join role on role.merchant_id = employee.merchant_id and role.id = employee.role_id
    left join department on department.merchant_id = employee.merchant_id and department.id = employee.department_id
  where session.token_hash = sha256($1::bytea) and session.expires_at > now() and session.revoked_at is null`;

const person = `select employee.name, employee.title, employee.account, employee.has_seat, employee.seat_right,
    merchant.name as merchant_name, merchant.number as merchant_number, merchant_settings.level_names, $1::text is null as show_agreement,
    (select max(version) from update_entry) as newest_update
  from employee
    join merchant on merchant.id = employee.merchant_id
    left join merchant_settings on merchant_settings.merchant_id = employee.merchant_id
  where employee.merchant_id = ${merchant} limit 1`;

const list = `select call.id, call.phone, call.plan_name, call.line_name, call.placed_at, call.state, call.level,
    call.talk_ms, call.hung_up_by, call.callee_name, call.task_id, call.attempt, call.turns, call.direction,
    task.name as task_name, call.cost::text as cost, $1::text as cursor
  from call left join task on task.merchant_id = call.merchant_id and task.id = call.task_id
  where call.merchant_id = ${merchant} order by call.listed_at desc, call.id desc limit 51`;

const totals = `select count(*) as calls, sum(talk_ms) as talk_ms, sum(cost)::text as cost, $1::text is null as no_token
  from (select talk_ms, cost from call where merchant_id = ${merchant} limit 10001) found`;

const areas = `select prefix, province, city, operator from phone_segment
  where prefix = any(array['1380000', '138000', '13800', '1380', '138']) and $1::text is not null`;

export const bareStatements = { getUserInfo: [session, person], callList: [session, list, totals, areas] } as const;

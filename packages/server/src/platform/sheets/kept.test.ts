import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSheet } from './index.ts';

/** Written by `npm run prove sheets` (`prove/sheets.py`): the same table by two programs. */
test.each(['openpyxl.xlsx', 'libreoffice.xlsx'])('%s is read as its people see it', async name => {
  const cells: (readonly string[])[] = [];
  const { rows } = await openSheet(join(import.meta.dirname, 'kept', name), {});
  for await (const block of rows) cells.push(...block.map(row => row.cells));
  expect(cells).toEqual([
    ['手机号', '姓名', '生日', '金额', '备注'],
    ['13800138000', '张三', '1990-02-01', '12.5', '约周六\n上午'],
    ['+86 138-0013-8001', '李 四', '2026-02-01 15:30:00', '0.1'],
    // A formula that is a text in quotes; openpyxl leaves its value out.
    ['13800138002', 'O’Brien & <b>', '', 'TRUE'],
    ['13800138003', '王五', '2026年2月1日', '1000000000000000000000', ' 前后空格 '],
  ]);
});

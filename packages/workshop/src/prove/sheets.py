"""Writes the table of `sheets.ts` with openpyxl (`write FILE`), or says the cells of a workbook as JSON (`read FILE`)."""
import datetime
import json
import sys

import openpyxl

what, path = sys.argv[1:]
if what == 'write':
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = '客户'
    sheet.append(['手机号', '姓名', '生日', '金额', '备注'])
    sheet.append([13800138000, '张三', datetime.date(1990, 2, 1), 12.5, '约周六\n上午'])
    sheet.append(['+86 138-0013-8001', '李 四', datetime.datetime(2026, 2, 1, 15, 30), 0.1, None])
    sheet.append(['="13800138002"', 'O’Brien & <b>', None, True, None])
    sheet.append([None, None, None, None, None])
    sheet.append(['13800138003', '王五', '2026年2月1日', 1e21, ' 前后空格 '])
    sheet.freeze_panes = 'A2'
    book.create_sheet('空表')
    book.save(path)
else:
    sheet = openpyxl.load_workbook(path).active
    print(json.dumps([['' if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]))

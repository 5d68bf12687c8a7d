import { expect, test } from 'vitest';
import { rewritten, rewrittenAbroad } from './rewrite.ts';
import { asDialled, type Rewriting } from './types.ts';

type Case = readonly [
  what: string,
  phone: string,
  province: string,
  rewriting: Partial<Rewriting>,
  final: string | null,
];

const cases: readonly Case[] = [
  ['nothing is changed', '13800138000', '北京', {}, '13800138000'],
  ['a landline is left as it is', '02160000001', '上海', {}, '02160000001'],

  ['a front is stripped', '02160000001', '上海', { strip: '021' }, '60000001'],
  ['another front is not', '01065295935', '北京', { strip: '021' }, '01065295935'],
  ['the front is taken off once', '02102160000', '上海', { strip: '021' }, '02160000'],

  ['a mobile of another province gets a 0', '13800138000', '北京', { homeProvince: '上海' }, '013800138000'],
  ['one of the own province gets none', '13901712345', '上海', { homeProvince: '上海' }, '13901712345'],
  ['province names are told by their beginning', '13902212345', '广东', { homeProvince: '广东省' }, '13902212345'],
  ['one that nobody can place gets none', '19900000000', '', { homeProvince: '上海' }, '19900000000'],
  ['a landline has its 0', '075588886666', '广东', { homeProvince: '上海' }, '075588886666'],
  ['a service number is the same everywhere', '4008888888', '', { homeProvince: '上海' }, '4008888888'],

  ['+86 before a mobile', '13800138000', '北京', { country: 'plus86' }, '+8613800138000'],
  ['86 before a mobile', '13800138000', '北京', { country: '86' }, '8613800138000'],
  ['0086 before a mobile', '13800138000', '北京', { country: '0086' }, '008613800138000'],
  ['the trunk 0 gives way to the country code', '02160000001', '上海', { country: 'plus86' }, '+862160000001'],
  ['so it does before 10 figures', '0335338123', '河北', { country: '86' }, '86335338123'],
  ['a 400 number has a country code', '4008888888', '', { country: 'plus86' }, '+864008888888'],
  ['a local number without area code has none', '60000001', '', { country: 'plus86' }, '60000001'],
  [
    'a 0 that was put before it gives way as well',
    '13800138000',
    '北京',
    { homeProvince: '上海', country: 'plus86' },
    '+8613800138000',
  ],

  ['a prefix stands before everything', '13800138000', '北京', { prefix: '9' }, '913800138000'],
  ['before the country code too', '13800138000', '北京', { prefix: '8888#', country: '86' }, '8888#8613800138000'],
  ['before the 0 too', '13800138000', '北京', { prefix: '9', homeProvince: '上海' }, '9013800138000'],
  [
    'all steps, in their order',
    '02113800138000',
    '',
    { strip: '021', homeProvince: '', country: '0086', prefix: '7' },
    '7008613800138000',
  ],
  [
    'the 0 is decided upon what strip has left',
    '02113800138',
    '北京',
    { strip: '021', homeProvince: '上海' },
    '13800138',
  ],
  ['a prefix that carriers call technical', '13800138000', '北京', { prefix: '9501' }, '950113800138000'],

  ['strip leaves the police', '02111000000', '上海', { strip: '021' }, null],
  ['strip leaves an emergency number', '02160110', '上海', { strip: '02160' }, null],
  ['strip leaves a service number', '02110086', '上海', { strip: '021' }, null],
  ['strip leaves nothing', '02160000', '上海', { strip: '02160000' }, null],
  ['the prefix is the police', '13800138000', '北京', { prefix: '110' }, null],
  ['the prefix is the ambulance, with a mark behind it', '13800138000', '北京', { prefix: '120#' }, null],
  ['prefix and number make the fire brigade', '98001380', '', { prefix: '11' }, null],
  ['the area code makes it no less the police', '60000001', '', { prefix: '010110' }, null],
  ['the prefix goes abroad', '13800138000', '北京', { prefix: '001' }, null],
  [
    'an area code of the capital and a 6 is no message service',
    '01061234567',
    '北京',
    { country: '86' },
    '861061234567',
  ],
  [
    'a technical prefix stays one before a number with area code',
    '01061234567',
    '',
    { prefix: '9501' },
    '950101061234567',
  ],

  ['strip leaves a paid service', '02116812345', '上海', { strip: '021' }, null],
  ['the prefix is a paid service', '60000001', '', { prefix: '168' }, null],
  ['a whole paid number is the prefix, whatever follows', '13800138000', '北京', { prefix: '16812345' }, null],
  ['the prefix is a paid service with a mark behind it', '13800138000', '北京', { prefix: '160#' }, null],
  ['prefix and number make a paid service', '68123450', '', { prefix: '1' }, null],
  ['prefix and number make a paid service behind an area code', '68123450', '', { prefix: '0101' }, null],
  ['prefix and country code make a paid service', '13800138000', '北京', { prefix: '16', country: '86' }, null],
  [
    'prefix and the 0 of the trunk make a paid service',
    '13800138000',
    '北京',
    { prefix: '16', homeProvince: '上海' },
    null,
  ],
  ['prefix and number make a long service number', '81234500', '', { prefix: '950' }, null],
  ['strip and prefix make a service number', '02121955880', '上海', { strip: '021', prefix: '0' }, null],
  ['strip and prefix make a short service number', '02122195588', '上海', { strip: '0212', prefix: '0' }, null],
  ['strip and prefix make an emergency number', '02160001100', '上海', { strip: '021600', prefix: '0' }, null],
  ['an emergency number is none by a country code', '02111000000', '上海', { strip: '021', country: 'plus86' }, null],
];

test.each(cases)('%s: %s', (_what, phone, province, rewriting, final) => {
  expect(rewritten(phone, { ...asDialled, ...rewriting }, province)).toBe(final);
});

test.each([
  ['+14155552671', 'plus', '', '+14155552671'],
  ['+14155552671', '00', '', '0014155552671'],
  ['+14155552671', '00', '9', '90014155552671'],
  ['+14155552671', 'none', '', null],
  ['+99912345678', 'plus', '', null],
  ['+19005551234', '00', '', null],
] as const)('%s abroad, dialled with %s behind «%s»: %s', (phone, way, prefix, final) => {
  expect(rewrittenAbroad(phone, way, { prefix })).toBe(final);
});

test.each([
  ['+14155552671', {}],
  ['13800138000', { prefix: '+1' }],
  ['13800138000', { prefix: '001' }],
  ['0114155552671', { strip: '011', prefix: '+1' }],
])('no rewriting makes a number abroad of %s: %o', (phone, over) => {
  expect(rewritten(phone, { ...asDialled, ...over }, '')).toBeNull();
});

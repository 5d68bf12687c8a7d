import { expect, test } from 'vitest';
import { aliyunHeaders, hashOf, sortedFields, tencentHeaders } from './signing.ts';

/** Against what the vendors published; keys and requests are those of their pages. */
test('ACS3-HMAC-SHA256 as in the vendor’s example', () => {
  const url = new URL(
    'https://ecs.cn-shanghai.aliyuncs.com/?ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai',
  );
  const signing = { by: 'aliyun', keyId: 'YourAccessKeyId', action: 'RunInstances', version: '2014-05-26' } as const;
  const { authorization } = aliyunHeaders(signing, {
    ...{ method: 'POST', url, body: '', contentType: '', secret: 'YourAccessKeySecret' },
    ...{ at: new Date('2023-10-26T10:22:32Z'), nonce: '3156853299f313e23d1673dc12e1703d' },
  });
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('TC3-HMAC-SHA256 as in the vendor’s example', () => {
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  const signing = {
    by: 'tencent',
    ...{ keyId: 'AKID********************************', action: 'DescribeInstances' },
    ...{ version: '2017-03-12', region: 'ap-guangzhou', service: 'cvm' },
  } as const;
  const { authorization } = tencentHeaders(signing, {
    ...{ method: 'POST', url: new URL('https://cvm.tencentcloudapi.com/'), body, nonce: '' },
    ...{ contentType: 'application/json; charset=utf-8', secret: '********************************' },
    at: new Date(1_551_113_065_000),
  });
  expect(authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKID********************************/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  );
});

/** RFC 1321 and RFC 2202 §3, RFC 4231 §4.3. */
test.each([
  ['md5', 'hex', 'abc', '', '900150983cd24fb0d6963f7d28e17f72'],
  ['md5', 'HEX', 'abc', '', '900150983CD24FB0D6963F7D28E17F72'],
  ['hmacSha1', 'hex', 'what do ya want for nothing?', 'Jefe', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
  [
    ...(['hmacSha256', 'hex', 'what do ya want for nothing?', 'Jefe'] as const),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['sha1', 'base64', 'abc', '', 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0='],
] as const)('%s as %s of %s', (hash, as, text, secret, made) => {
  expect(hashOf({ by: 'hash', hash, as, text: '' }, text, secret)).toBe(made);
});

test('fields are sorted by their names, and those without a value are left out', () => {
  expect(
    sortedFields([
      ['to', '138'],
      ['b', ''],
      ['account', 'x'],
      ['text', '您好'],
    ]),
  ).toBe('account=x&text=您好&to=138');
});

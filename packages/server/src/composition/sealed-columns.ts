import type { SealedColumn } from '../platform/keys/sealed.ts';
import { sealContext as lineContext } from '../rooms/lines/index.ts';
import { signerContext } from '../rooms/packages/index.ts';
import { seatSecretContext } from '../rooms/seats/index.ts';
import { factorContext } from '../rooms/security/index.ts';
import { secretContext as smsContext } from '../rooms/sms-providers/index.ts';
import { sealContext as speechContext, webhookContext } from '../rooms/speech/index.ts';
import { sealContext as endpointContext } from '../rooms/webhooks/index.ts';

const column = (
  says: string,
  [table, name]: readonly [table: string, column: string],
  key: readonly string[],
  contextOf: SealedColumn['contextOf'],
) => ({
  says,
  table,
  column: name,
  key,
  contextOf,
});

/**
 * Every column that holds sealed values, with what each was sealed for: whoever changes the key changes these. A test holds
 * the list to the schema, where such a column ends in `_sealed`. The pepper of `house_key` changes with the mark beside it.
 */
export const sealedColumns: readonly SealedColumn[] = [
  column('线路密码', ['line', 'password_sealed'], ['merchant_id', 'id'], (merchant = '', line = '') =>
    lineContext(merchant, line),
  ),
  column(
    '两步验证',
    ['second_factor', 'secret_sealed'],
    ['merchant_id', 'employee_id'],
    (merchant = '', employee = '') => factorContext(merchant, employee),
  ),
  column(
    '坐席电话的密码',
    ['seat_secret', 'secret_sealed'],
    ['merchant_id', 'employee_id'],
    (merchant = '', employee = '') => seatSecretContext(merchant, employee),
  ),
  column('语音服务的密钥', ['speech_service', 'key_sealed'], ['merchant_id', 'id'], (merchant = '', id = '') =>
    speechContext(merchant, id),
  ),
  column('语音服务地址里的密钥', ['speech_service', 'query_sealed'], ['merchant_id', 'id'], (merchant = '', id = '') =>
    speechContext(merchant, id),
  ),
  column('短信服务商的密钥', ['sms_provider', 'secret_sealed'], ['merchant_id', 'id'], (merchant = '', id = '') =>
    smsContext(merchant, id),
  ),
  column('话术签名的私钥', ['plan_signer', 'private_sealed'], ['merchant_id'], (merchant = '') =>
    signerContext(merchant),
  ),
  column('Webhook 签名密钥', ['webhook_secret', 'secret_sealed'], ['merchant_id'], (merchant = '') =>
    webhookContext(merchant),
  ),
  column(
    'Webhook 接收地址的密钥',
    ['webhook_endpoint', 'secret_sealed'],
    ['merchant_id', 'id'],
    (merchant = '', id = '') => endpointContext(merchant, id),
  ),
];

import type { HttpProvider } from '@lianxian/contract';
import { places } from './places.ts';

const { phone, text, body, signature, template, params, values, id } = places;
const { name, kind, content, numbered, code } = places;
const { seconds, ms, nonce, secret, sign, fields } = places;

export const recipeNames = ['aliyun', 'tencent', 'md5', 'hmac', 'token'] as const;
type RecipeName = (typeof recipeNames)[number];

/** What all that are no vendor's have in common: a phone, a text, a code that says whether it was taken. */
const plain: Omit<HttpProvider, 'url' | 'signing' | 'body'> = {
  ...{ kind: 'http', method: 'POST', headers: {}, as: 'json' },
  ...{ accepted: { path: 'code', words: ['0', '200'] }, ref: 'data.msgid', error: 'code', again: [] },
  reports: { list: '', ref: 'msgid', state: 'status', code: 'status', delivered: ['DELIVRD'] },
  replies: { list: '', ref: '', phone: 'mobile', text: 'content' },
  answer: '{"code":0}',
};

/** Where one begins with a vendor: addresses, signing, and how its answers, reports and replies are read. */
export const recipes: Readonly<Record<RecipeName, HttpProvider>> = {
  // Of its documents: SendSms, SmsReport, SmsUp.
  aliyun: {
    ...plain,
    url: 'https://dysmsapi.aliyuncs.com/',
    as: 'form',
    body: `PhoneNumbers=${phone}&SignName=${signature}&TemplateCode=${template}&TemplateParam=${params}&OutId=${id}`,
    signing: { by: 'aliyun', keyId: '', action: 'SendSms', version: '2017-05-25' },
    ...{ accepted: { path: 'Code', words: ['OK'] }, ref: 'BizId', error: 'Code' },
    again: ['isp.SYSTEM_ERROR', 'Throttling.User', 'ServiceUnavailable', 'InternalError'],
    reports: { list: '', ref: 'biz_id', state: 'err_code', code: 'err_code', delivered: ['DELIVERED'] },
    replies: { list: '', ref: '', phone: 'phone_number', text: 'content' },
    // CreateSmsTemplate and GetSmsTemplate; AddSmsTemplate and QuerySmsTemplate were withdrawn.
    review: {
      ...{ notice: '1', marketing: '2' },
      submit: {
        ...{ method: 'POST', url: 'https://dysmsapi.aliyuncs.com/', action: 'CreateSmsTemplate' },
        body: `TemplateName=${name}&TemplateContent=${content}&TemplateType=${kind}&RelatedSignName=${signature}&Remark=${name}`,
        ...{ code: 'TemplateCode', because: 'Message' },
      },
      ask: {
        ...{ method: 'POST', url: 'https://dysmsapi.aliyuncs.com/', action: 'GetSmsTemplate' },
        ...{ body: `TemplateCode=${code}`, state: 'TemplateStatus', because: 'AuditInfo.RejectInfo' },
        ...{ usable: ['1', 'AUDIT_STATE_PASS'], refused: ['2', '10', 'AUDIT_STATE_NOT_PASS', 'AUDIT_SATE_CANCEL'] },
      },
    },
    answer: '{"code":0,"msg":"成功"}',
  },
  // Of its documents: SendSms, reports and replies told over HTTP.
  tencent: {
    ...plain,
    url: 'https://sms.tencentcloudapi.com/',
    body: `{"PhoneNumberSet":["+86${phone}"],"SmsSdkAppId":"","SignName":"${signature}","TemplateId":"${template}","TemplateParamSet":"${values}"}`,
    signing: {
      ...{ by: 'tencent', keyId: '', action: 'SendSms', version: '2021-01-11' },
      ...{ region: 'ap-guangzhou', service: 'sms' },
    },
    accepted: { path: 'Response.SendStatusSet.0.Code', words: ['Ok'] },
    ...{ ref: 'Response.SendStatusSet.0.SerialNo', error: 'Response.SendStatusSet.0.Code' },
    again: ['InternalError.Timeout', 'InternalError.OtherError', 'RequestLimitExceeded'],
    reports: { list: '', ref: 'sid', state: 'report_status', code: 'errmsg', delivered: ['SUCCESS'] },
    replies: { list: '', ref: '', phone: 'mobile', text: 'text' },
    // AddSmsTemplate and DescribeSmsTemplateList.
    review: {
      ...{ notice: '2', marketing: '1' },
      submit: {
        ...{ method: 'POST', url: 'https://sms.tencentcloudapi.com/', action: 'AddSmsTemplate' },
        body: `{"TemplateName":"${name}","TemplateContent":"${numbered}","SmsType":${kind},"International":0,"Remark":"${name}"}`,
        ...{ code: 'Response.AddTemplateStatus.TemplateId', because: 'Response.Error.Message' },
      },
      ask: {
        ...{ method: 'POST', url: 'https://sms.tencentcloudapi.com/', action: 'DescribeSmsTemplateList' },
        ...{ body: `{"International":0,"TemplateIdSet":[${code}]}`, usable: ['0'], refused: ['-1'] },
        state: 'Response.DescribeTemplateStatusSet.0.StatusCode',
        because: 'Response.DescribeTemplateStatusSet.0.ReviewReply',
      },
    },
    answer: '{"result":0,"errmsg":"OK"}',
  },
  md5: {
    ...plain,
    url: '',
    as: 'form',
    body: `account=&mobile=${phone}&content=${text}&timestamp=${seconds}&sign=${sign}`,
    signing: { by: 'hash', hash: 'md5', text: `${fields}${secret}`, as: 'hex' },
  },
  hmac: {
    ...plain,
    url: '',
    headers: { 'X-Timestamp': `${seconds}`, 'X-Nonce': `${nonce}`, 'X-Signature': `${sign}` },
    body: `{"mobile":"${phone}","content":"${text}","id":"${id}"}`,
    signing: { by: 'hash', hash: 'hmacSha256', text: `${fields}`, as: 'hex' },
  },
  token: {
    ...plain,
    url: '',
    headers: { Authorization: `Bearer ${secret}` },
    body: `{"mobile":"${phone}","content":"${text}","id":"${id}"}`,
    signing: { by: 'none' },
  },
};

/** What is filled in where a template is handed to its review. */
export const reviewNames = [name, kind, signature, content, numbered] as const;
/** What is filled in url, headers and body. */
export const filledNames = [
  ...[phone, text, body, signature, template, params, values, id],
  ...[seconds, ms, nonce, secret, sign],
] as const;

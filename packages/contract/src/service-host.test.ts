import { expect, test } from 'vitest';
import { serviceHost, typedServiceHost } from './service-host.ts';

test.each([
  ['https://llm.house.cn/v1', 'llm.house.cn:443'],
  ['https:/llm.house.cn/v1', 'llm.house.cn:443'],
  ['https:\\\\llm.house.cn\\v1', 'llm.house.cn:443'],
  ['HTTPS://LLM%2EHouse.cn.:443/v1', 'llm.house.cn:443'],
  ['http://llm.house.cn', 'llm.house.cn:80'],
  ['wss://llm.house.cn:8443/asr?key=1', 'llm.house.cn:8443'],
  ['ws://0x0a000005:2700', '10.0.0.5:2700'],
  ['http://[0:0::1]:80/', '[::1]:80'],
  ['', ''],
])('%j is at %j', (url, host) => {
  expect(serviceHost(url)).toBe(host);
});

test.each([
  ['LLM.house.cn.', 'llm.house.cn'],
  ['llm.house.cn.:0443', 'llm.house.cn:443'],
  ['llm.house.cn:80', 'llm.house.cn:80'],
  ['10.5', '10.0.0.5'],
  ['[0::1]', '[::1]'],
  ['[0::1]:80', '[::1]:80'],
  ['http://llm.house.cn', null],
  ['llm.house.cn/v1', null],
  ['llm.house.cn:70000', null],
  ['1.2.3.4.5', null],
  ['', null],
])('%j is kept as %j', (typed, kept) => {
  expect(typedServiceHost(typed)).toBe(kept);
});

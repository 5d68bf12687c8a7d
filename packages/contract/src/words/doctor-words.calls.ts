import { fine, of, say } from './doctor-sentence.ts';

/** Of the checks of accounts and translation. */
export const aboutAccounts = {
  registered: fine(say('注册成功，有效 {seconds} 秒', '註冊成功，有效 {seconds} 秒', 'Registered, for {seconds} s')),
  credentialsRefused: of(
    say(
      '账号 {account} 或密码被拒（{code}）',
      '帳號 {account} 或密碼被拒（{code}）',
      'User {account} or password refused ({code})',
    ),
    say(
      '在线路里改账号和密码，注意大小写',
      '在線路裡改帳號和密碼，注意大小寫',
      'Correct the user name and password. They’re case-sensitive',
    ),
  ),
  weakChallenge: of(
    say(
      '对方这次不按以前的安全方式验证密码，没有登录',
      '對方這次不照以前的安全方式驗證密碼，沒有登入',
      'The far end asked for the password less safely than before; it was not given',
    ),
    say(
      '请线路商核实；确实改了，就在线路里重新输入密码',
      '請線路商核實；確實改了，就在線路裡重新輸入密碼',
      'Ask the carrier; if it did change that, type the password of the line again',
    ),
  ),
  registerRefused: of(
    say('注册被拒（{code}）', '註冊被拒（{code}）', 'Registration refused ({code})'),
    say(
      '核对域名和账号，请线路商开通注册',
      '核對網域和帳號，請線路商開通註冊',
      'Check the domain and account, and ask the carrier to activate it',
    ),
  ),
  registerNoReply: fine(say('注册没有回应', '註冊沒有回應', 'Registration was not answered')),
  noAccount: fine(say('按地址对接，不用账号', '按位址對接，不用帳號', 'By IP address, no account needed')),
  accountWanted: of(
    say(
      '{calls} 个呼叫被要求账号密码（{code}）',
      '{calls} 個呼叫被要求帳號密碼（{code}）',
      '{calls} calls were asked for an account ({code})',
    ),
    say(
      '在线路里填线路商给的用户和密码',
      '在線路裡填線路商給的使用者和密碼',
      'Enter the user and password the carrier gave you',
    ),
  ),
  callsRefused: of(
    say(
      '{calls} 个呼叫的账号或密码被拒（{code}）',
      '{calls} 個呼叫的帳號或密碼被拒（{code}）',
      '{calls} calls: user or password refused ({code})',
    ),
    say(
      '在线路里改账号和密码，注意大小写',
      '在線路裡改帳號和密碼，注意大小寫',
      'Correct the user name and password. They’re case-sensitive',
    ),
  ),
  callerRefused: of(
    say('{calls} 个呼叫被拒（403）', '{calls} 個呼叫被拒（403）', '{calls} calls were forbidden (403)'),
    say(
      '请线路商登记外显号码 {number}，或开通账号',
      '請線路商登記外顯號碼 {number}，或開通帳號',
      'Have the carrier allow caller {number}, or the account',
    ),
  ),
  accountAccepted: fine(
    say(
      '最近 {calls} 个呼叫没有被拒账号',
      '最近 {calls} 個呼叫沒有被拒帳號',
      'None of the last {calls} calls was refused for it',
    ),
  ),
  accountUntried: of(
    say('还没有呼叫，账号没有验证', '還沒有呼叫，帳號沒有驗證', 'No calls yet, so the account is untested'),
    say('打一个试呼', '打一通試呼', 'Make a test call'),
  ),
  natNone: fine(
    say(
      '对端看到的就是 {seen}，没有转换',
      '對端看到的就是 {seen}，沒有轉換',
      'The far end sees us as {seen}, as we write',
    ),
  ),
  natPrivate: of(
    say(
      '我们写的是内网地址 {written}，对端看到 {seen}',
      '我們寫的是內網位址 {written}，對端看到 {seen}',
      'We write the private address {written}; the far end sees {seen}',
    ),
    say('把 PUBLIC_IP 设成 {seen}，重启', '把 PUBLIC_IP 設成 {seen}，重新啟動', 'Set PUBLIC_IP to {seen} and restart'),
  ),
  natDiffers: of(
    say(
      '我们写 {written}，对端看到 {seen}',
      '我們寫 {written}，對端看到 {seen}',
      'We write {written}; the far end sees {seen}',
    ),
    say('把 PUBLIC_IP 改成 {seen}，重启', '把 PUBLIC_IP 改成 {seen}，重新啟動', 'Set PUBLIC_IP to {seen} and restart'),
  ),
  natPrivateUnseen: of(
    say(
      '线路在公网，我们写的是内网地址 {written}',
      '線路在公網，我們寫的是內網位址 {written}',
      'The line is public; we write the private address {written}',
    ),
    say(
      '把 PUBLIC_IP 设成本机的公网地址，重启',
      '把 PUBLIC_IP 設成本機的公網位址，重新啟動',
      'Set PUBLIC_IP to the public address of this machine and restart',
    ),
  ),
  natUnknown: fine(
    say(
      '对端没说看到的地址，我们写 {written}',
      '對端沒說看到的位址，我們寫 {written}',
      'The far end does not say how it sees us; we write {written}',
    ),
  ),
} as const;

/** Of the checks that look at the line's calls. */
export const ofCalls = {
  noCalls: of(
    say(
      '近一天没有接通的呼叫，看不出来',
      '近一天沒有接通的通話，看不出來',
      'No answered call in a day: nothing to tell from',
    ),
    say('打一个试呼再看', '打一通試呼再看', 'Make a test call and run again'),
  ),
  codecGood: fine(
    say('最近 {calls} 个通话用 {codec}', '最近 {calls} 個通話用 {codec}', 'The last {calls} calls used {codec}'),
  ),
  codecRefused: of(
    say(
      '{calls} 个呼叫谈不成语音编码，对端要 {offered}',
      '{calls} 個呼叫談不成語音編碼，對端要 {offered}',
      '{calls} calls found no common codec; the far end wants {offered}',
    ),
    say('请线路商开通 PCMA 或 PCMU', '請線路商開通 PCMA 或 PCMU', 'Ask the carrier to allow PCMA or PCMU'),
  ),
  codecRefusedUnsaid: of(
    say(
      '{calls} 个呼叫的语音编码被拒（{code}）',
      '{calls} 個呼叫的語音編碼被拒（{code}）',
      '{calls} calls: our codecs were refused ({code})',
    ),
    say(
      '在线路里换编码顺序，或请线路商开通 PCMA、PCMU',
      '在線路裡換編碼順序，或請線路商開通 PCMA、PCMU',
      'Change the codecs of the line, or have PCMA or PCMU allowed',
    ),
  ),
  codecSrtp: of(
    say(
      '{calls} 个呼叫谈不成，线路要求 SRTP',
      '{calls} 個呼叫談不成，線路要求 SRTP',
      '{calls} calls were refused, and the line demands SRTP',
    ),
    say(
      '请线路商开通 SRTP（SDES），或在线路里关掉',
      '請線路商開通 SRTP（SDES），或在線路裡關掉',
      'Have the carrier allow SRTP (SDES), or switch it off',
    ),
  ),
  portsOpen: fine(say('UDP {from}–{to} 可以用', 'UDP {from}–{to} 可以用', 'UDP {from}–{to} can be used')),
  portsTaken: of(
    say(
      'UDP {from}–{to} 抽查 {looked} 个，{taken} 个被别的程序占着',
      'UDP {from}–{to} 抽查 {looked} 個，{taken} 個被別的程式佔著',
      'Of {looked} ports of UDP {from}–{to}, {taken} are in use by other programs',
    ),
    say(
      '换一段端口（RTP_PORTS），或停掉占用的程序',
      '換一段連接埠（RTP_PORTS），或停掉佔用的程式',
      'Choose another range (RTP_PORTS), or stop those programs',
    ),
  ),
  portsBlocked: of(
    say(
      '{calls} 个通话一个语音包也没收到',
      '{calls} 個通話一個語音封包也沒收到',
      'No audio packets received in {calls} calls',
    ),
    say(
      '防火墙和路由器放行 UDP {from}–{to} 进来',
      '防火牆和路由器放行 UDP {from}–{to} 進來',
      'Let UDP {from}–{to} in through firewall and router',
    ),
  ),
  bothWays: fine(
    say(
      '最近 {calls} 个通话都收到声音',
      '最近 {calls} 個通話都收到聲音',
      'Audio received in all of the last {calls} calls',
    ),
  ),
  oneWay: of(
    say(
      '{answered} 个通话里 {calls} 个听不到对方',
      '{answered} 個通話裡 {calls} 個聽不到對方',
      'No customer audio in {calls} of {answered} calls',
    ),
    say(
      '核对 PUBLIC_IP，放行 UDP {from}–{to}，再请线路商看语音发到了哪里',
      '核對 PUBLIC_IP，放行 UDP {from}–{to}，再請線路商看語音發到了哪裡',
      'Check PUBLIC_IP, let UDP {from}–{to} in, then ask the carrier where it sends the sound',
    ),
  ),
  soundElsewhere: of(
    say(
      '{answered} 个通话里 {calls} 个听不到对方：声音来自 SDP 没写的地址，没有放行',
      '{answered} 個通話裡 {calls} 個聽不到對方：聲音來自 SDP 沒寫的位址，沒有放行',
      'In {calls} of {answered} calls the callee was not heard: the sound came from an address that its SDP does not name, and was not let in',
    ),
    say(
      '对端在 NAT 后面就打开线路的“对端在 NAT 后”；不是的话，请线路商从 SDP 写的地址发声音',
      '對端在 NAT 後面就開啟線路的「對端在 NAT 後」；不是的話，請線路商從 SDP 寫的位址發聲音',
      'If the far end sits behind NAT, switch “Far end behind NAT” of the line on; if not, ask the carrier to send from the address in its SDP',
    ),
  ),
  ackFine: fine(
    say(
      '最近 {calls} 个通话没有这样断',
      '最近 {calls} 個通話沒有這樣斷',
      'None of the last {calls} calls ended this way',
    ),
  ),
  ackLostThere: of(
    say(
      '{calls} 个通话接通约 {seconds} 秒后被对端挂断，对端没收到我们的确认（ACK）',
      '{calls} 個通話接通約 {seconds} 秒後被對端掛斷，對端沒收到我們的確認（ACK）',
      '{calls} calls were ended by the far end after some {seconds} s: it never got our ACK',
    ),
    say(
      '对端给的联系地址（Contact）是 {contact}，我们到不了；请线路商改成能到的地址',
      '對端給的聯絡位址（Contact）是 {contact}，我們到不了；請線路商改成能到的位址',
      'Its Contact is {contact}, which cannot be reached; have the carrier give one that can',
    ),
  ),
  ackLostHere: of(
    say(
      '{calls} 个来电没等到对端的确认（ACK）',
      '{calls} 個來電沒等到對端的確認（ACK）',
      '{calls} calls to us were never confirmed (ACK)',
    ),
    say(
      '我们给的地址 {written} 对端到不了；把 PUBLIC_IP 设成公网地址，重启',
      '我們給的位址 {written} 對端到不了；把 PUBLIC_IP 設成公網位址，重新啟動',
      'The far end cannot reach {written}; set PUBLIC_IP to the public address and restart',
    ),
  ),
  numbersGood: fine(
    say(
      '最近 {calls} 个呼叫，空号 {share}%',
      '最近 {calls} 個呼叫，空號 {share}%',
      'Of the last {calls} calls, {share} % were to no number',
    ),
  ),
  numbersRefused: of(
    say(
      '最近 {calls} 个呼叫，{share}% 被当成空号或不完整',
      '最近 {calls} 個呼叫，{share}% 被當成空號或不完整',
      'Of the last {calls} calls, {share} % were to no number or an incomplete one',
    ),
    say(
      '核对号码规则：前缀、去掉的开头、+86、外省加 0',
      '核對號碼規則：前綴、去掉的開頭、+86、外省加 0',
      'Check the rewriting: prefix, what is stripped, +86, 0 for other provinces',
    ),
  ),
  numbersUnknown: fine(say('呼叫太少，看不出来', '呼叫太少，看不出來', 'Too few calls to tell')),
  checkFailed: of(
    say('这一项没有查成', '這一項沒有查成', 'Couldn’t be checked'),
    say('再查一次', '再查一次', 'Run again'),
  ),
} as const;

import { fine, of, say } from './doctor-sentence.ts';

/** Of the checks that ask the far end: resolve, reply, certificate. */
export const overTheNetwork = {
  resolved: fine(say('{host} 的地址是 {addresses}', '{host} 的位址是 {addresses}', '{host} is {addresses}')),
  resolvedBySrv: fine(
    say(
      '{host} 用 SRV 记录指向 {addresses}',
      '{host} 用 SRV 記錄指向 {addresses}',
      '{host} leads to {addresses} (SRV)',
    ),
  ),
  addressGiven: fine(say('填的就是地址 {address}', '填的就是位址 {address}', 'The address is given: {address}')),
  unresolved: of(
    say('找不到主机名 {host}', '找不到主機名稱 {host}', 'Host name {host} not found'),
    say(
      '核对拼写，或请线路商给出 IP 地址；再看本机的 DNS 设置',
      '核對拼寫，或請線路商給出 IP 位址；再看本機的 DNS 設定',
      'Check its spelling, or ask the carrier for an IP address; then look at the DNS of this machine',
    ),
  ),
  addressNotAllowed: of(
    say('{host} 在内网或本机', '{host} 在內網或本機', '{host} is of a private network or of this machine'),
    say(
      '请线路商给出公网地址；是自己内网的 PBX，请安装人员把它写进 PRIVATE_HOSTS 后重新启动',
      '請線路商給出公網位址；是自己內網的 PBX，請安裝人員把它寫進 PRIVATE_HOSTS 後重新啟動',
      'Ask the carrier for a public address; if it is a PBX of your own network, whoever installed this must write it into PRIVATE_HOSTS and restart',
    ),
  ),
  sipPortTaken: of(
    say(
      '本机的 SIP 端口 {port} 只在本机监听，没能对外打开（{because}）',
      '本機的 SIP 連接埠 {port} 只在本機監聽，沒能對外開啟（{because}）',
      'Port {port} of this machine listens on the machine alone: it could not be opened ({because})',
    ),
    say(
      '停掉占用这个端口的程序后重新诊断，它会自动打开；或换 SIP_PORT 后重新启动',
      '停掉佔用這個連接埠的程式後重新診斷，它會自動開啟；或換 SIP_PORT 後重新啟動',
      'Stop the program that has this port and diagnose again, it then opens by itself; or change SIP_PORT and restart',
    ),
  ),
  sipPortShut: of(
    say(
      '本机的 SIP 端口 {port} 只在本机监听，没能对外打开（{because}）',
      '本機的 SIP 連接埠 {port} 只在本機監聽，沒能對外開啟（{because}）',
      'Port {port} of this machine listens on the machine alone: it could not be opened ({because})',
    ),
    say(
      '请安装人员按系统给出的代码 {because} 排除原因后重新诊断，它会自动打开',
      '請安裝人員按系統給出的代碼 {because} 排除原因後重新診斷，它會自動開啟',
      'Whoever installed this must remove what the system’s code {because} says, and diagnose again: it then opens by itself',
    ),
  ),
  gatewayHere: fine(
    say(
      '网关从 {address} 注册，{seconds} 秒内有效',
      '閘道從 {address} 註冊，{seconds} 秒內有效',
      'The gateway is registered from {address}, for {seconds} s',
    ),
  ),
  gatewayAbsent: of(
    say('网关没有注册到本机', '閘道沒有註冊到本機', 'The gateway is not registered here'),
    say(
      '在网关里填本机地址 {ours} 和账号 {account}，打开注册',
      '在閘道裡填本機位址 {ours} 和帳號 {account}，打開註冊',
      'In the gateway, set this machine {ours} and the account {account}, and switch registration on',
    ),
  ),
  replied: fine(say('{ms} 毫秒答复 {code}', '{ms} 毫秒答覆 {code}', 'Answered {code} in {ms} ms')),
  repliedBusy: of(
    say('对端答复 {code}，忙不过来', '對端答覆 {code}，忙不過來', 'The far end answers {code}: it is overloaded'),
    say(
      '降低每秒呼叫；一直这样就找线路商',
      '降低每秒呼叫；一直這樣就找線路商',
      'Lower the calls per second. If it persists, ask the carrier',
    ),
  ),
  noReply: of(
    say(
      '{address}（{transport}）没有回应',
      '{address}（{transport}）沒有回應',
      '{address} ({transport}) does not answer',
    ),
    say(
      '核对端口和传输方式，防火墙放行 {transport}，请线路商把本机 {ours} 加入白名单',
      '核對連接埠和傳輸方式，防火牆放行 {transport}，請線路商把本機 {ours} 加入白名單',
      'Check port and transport, let {transport} through the firewall, have the carrier admit this machine {ours}',
    ),
  ),
  optionsUnanswered: of(
    say(
      '呼叫有回应，健康检查（OPTIONS）没有回应',
      '呼叫有回應，健康檢查（OPTIONS）沒有回應',
      'Calls are answered, the health check (OPTIONS) is not',
    ),
    say(
      '可以不改：线路好坏按通话判断；线路商答复 OPTIONS 的话，中断能早发现',
      '可以不改：線路好壞按通話判斷；線路商答覆 OPTIONS 的話，中斷能早發現',
      'Nothing has to change: its calls tell how the line is; with OPTIONS answered an outage is seen sooner',
    ),
  ),
  portClosed: of(
    say(
      '{address} 的 {transport} 端口没有开',
      '{address} 的 {transport} 連接埠沒有開',
      'Nothing listens at {address} ({transport})',
    ),
    say('核对端口和传输方式', '核對連接埠和傳輸方式', 'Check port and transport'),
  ),
  unreachable: of(
    say('到 {address} 的网络不通', '到 {address} 的網路不通', 'There is no way to {address}'),
    say('检查本机的网络和路由', '檢查本機的網路和路由', 'Check network and routes of this machine'),
  ),
  notTrusted: fine(
    say('证书没有通过，没有连接', '憑證沒有通過，沒有連線', 'Not connected: its certificate did not hold'),
  ),
  notAsked: fine(say('没有地址，没有问', '沒有位址，沒有問', 'Not checked: no address')),
  noTls: fine(say('线路不用 TLS，没有证书', '線路不用 TLS，沒有憑證', 'The line does not use TLS')),
  certificateGood: fine(
    say(
      '证书签给 {name}，{days} 天后到期',
      '憑證簽給 {name}，{days} 天後到期',
      'Issued to {name}, good for {days} days',
    ),
  ),
  certificateSoon: of(
    say('证书 {days} 天后到期', '憑證 {days} 天後到期', 'The certificate ends in {days} days'),
    say('请线路商换证书', '請線路商換憑證', 'Ask the carrier to renew it'),
  ),
  certificateSelfSigned: of(
    say('证书是 {name} 自己签的', '憑證是 {name} 自己簽的', 'The certificate is signed by {name} itself'),
    say(
      '请线路商换正式证书；信得过对端，可在线路里选不校验证书',
      '請線路商換正式憑證；信得過對端，可在線路裡選不校驗憑證',
      'Have the carrier use a public one; if you trust it, let the line take any certificate',
    ),
  ),
  certificateUntrusted: of(
    say('证书不受信：{because}', '憑證不受信任：{because}', 'The certificate is not trusted: {because}'),
    say(
      '请线路商补全证书链或换证书',
      '請線路商補全憑證鏈或換憑證',
      'Ask the carrier to complete the chain or renew it',
    ),
  ),
  certificateExpired: of(
    say('证书已在 {days} 天前到期', '憑證已在 {days} 天前到期', 'The certificate ended {days} days ago'),
    say('请线路商换证书', '請線路商換憑證', 'Ask the carrier to renew it'),
  ),
  certificateName: of(
    say(
      '证书签给 {name}，不是 {host}',
      '憑證簽給 {name}，不是 {host}',
      'The certificate is for {name}, not for {host}',
    ),
    say('把线路地址改成证书上的名字', '把線路位址改成憑證上的名字', 'Use the name of the certificate as the address'),
  ),
  certificateUnchecked: of(
    say('不校验证书；校验的话：{because}', '不校驗憑證；校驗的話：{because}', 'Not checked; if it were: {because}'),
    say('只在信得过对端时这样用', '只在信得過對端時這樣用', 'Keep it so only if you trust the far end'),
  ),
  notTls: of(
    say('{address} 不讲 TLS', '{address} 不講 TLS', '{address} does not speak TLS'),
    say('核对端口，TLS 一般是 5061', '核對連接埠，TLS 一般是 5061', 'Check the port; TLS is mostly at 5061'),
  ),
  certificateUnknown: fine(say('没有连上，没看到证书', '沒有連上，沒看到憑證', 'Not checked: no connection')),
} as const;

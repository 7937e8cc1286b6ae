import type { Words } from './text.ts'

const startAnew = (merchant: string) => `${merchant}に戻って、もう一度お手続きください。`
const tellMerchant = '販売者にお知らせください。'
const neverTwice = '再試行しても二重に請求されることはありません。'

/** Japanese, in the polite form. */
export const words: Words = {
  testMode: 'テストモード',
  loading: 'お支払い画面を読み込んでいます…',

  rates: {
    second: amount => `1秒あたり ${amount}`,
    minute: amount => `1分あたり ${amount}`,
    hour: amount => `1時間あたり ${amount}`,
    day: amount => `1日あたり ${amount}`,
    month: amount => `1か月あたり ${amount}`,
  },
  rateFree: '無料',

  maximumDuration: '最長利用時間',
  duration: '時間',
  unit: '単位',
  slider: '短く・長く',
  sliderValue: (length, amount) => `${length}、上限 ${amount}`,
  presets: { 600: '10分', 3600: '1時間', 86400: '1日', 604800: '7日', 2592000: '30日' },
  durationRange: '60秒から30日の間で選んでください。',
  durationShortest: length => `最短は ${length} です。`,
  durationLongest: length => `最長は ${length} です。`,
  durationLeast: (length, amount) => `${length} 以上をお選びください。最低預け入れ額は ${amount} です。`,
  durationFixed: (length, merchant) => `${merchant}の設定により、最長 ${length} で終了します。`,
  durationCapped: length => `最長 ${length} で終了します。`,
  clockDays: days => `${days}日`,

  mostCharged: '請求される上限額',
  payOnlyUsed: 'お支払いは使った秒数分だけ。残りはウォレットに戻ります。',
  roundedUp: deposit => `署名する金額は ${deposit} です。通貨の最小単位に合わせて切り上げています。`,

  steps: '手順',
  stepChoose: '選択',
  stepConnect: '接続',
  stepSignIn: 'ログイン',
  stepAuthorise: '承認',
  stepDone: '完了',

  walletHint: 'お持ちのウォレットを使えます',
  walletChoose: 'ウォレットを選んでください',
  email: 'メールアドレス',
  emailWhy: 'この注文用のメール · 公開されません',
  emailRefused: 'メールアドレスを入力してください（例：you@example.com）。',
  changeWallet: '変更',
  changeWalletLabel: 'ウォレットを変更',

  pairing: {
    code: 'コードを取得しています…',
    scan: 'ウォレットのアプリで読み取ってください。',
    picture: 'ウォレットのアプリ用のQRコード',
    open: 'アプリを開く',
    copy: 'リンクをコピー',
  },

  openInWallet: wallet => `${wallet} で開く`,
  copyPageLink: 'このページのリンクをコピー',

  connectWallet: 'ウォレットを接続',
  signIn: 'ログイン',
  authorise: amount => `${amount} を承認`,
  authoriseNothing: '承認',
  cancel: 'キャンセル',
  tryAgain: '再試行',
  startAgain: 'やり直す',

  lookingForWallets: 'ウォレットを検索中…',
  confirmIn: wallet => `${wallet} で確認…`,
  signingIn: 'ログイン中…',
  preparing: '準備中…',
  switchingChain: (wallet, chain) => `${wallet} で ${chain} に切り替え…`,
  checkingFunds: '残高を確認中…',
  opening: 'エスクローを開設中…',
  openingOn: chain => `${chain} でエスクローを開設中…`,
  slowWallet: wallet =>
    `何も表示されませんか？${wallet} を開いてください。ウィンドウが後ろに隠れているかもしれません。`,
  slowShared: deadline =>
    `このウォレットの他の所有者の署名も必要かもしれません。このページで待ちます。期限：${deadline}`,
  askAgain: 'もう一度求める',
  slowService: 'いつもより時間がかかっています。このページのままお待ちください。操作は不要です。',
  slowOpening:
    'ネットワークの処理に時間がかかっています。署名は済んでいますので、このまま待つか、後で戻っても大丈夫です。',

  facts: { gas: 'ガス代不要', stop: 'いつでも停止', refund: '自動で返金' },
  notices: {
    account_changed: 'ウォレットのアカウントが変わりました。',
    disconnected: 'ウォレットの接続が切れました。続けるにはもう一度接続してください。',
    contract_balance_low: 'ウォレットの残高が上限額より少なくなっています。確認する前に入金してください。',
  },
  signedElsewhere: (amount, deadline) =>
    `このお店の別のお支払いにすでに署名しています（上限 ${amount}、有効期限 ${deadline}）。両方を希望する場合だけ、こちらも承認してください。`,
  lock: {
    asked: (amount, length, deadline) =>
      `ウォレットに署名を求めました（上限 ${amount}、最長 ${length}）。${deadline} まではまだ署名される可能性があり、このページはほかの署名を求めません。ショップではすぐに新しくお手続きいただけます。`,
    signed: (amount, deadline) =>
      `上限 ${amount} の署名は ${deadline} まで有効です。それまで、このページはほかの署名を求めません。`,
    known: amount =>
      `このお支払いのために、エスクローが ${amount} を預かっています。サービスを通さずに停止できます。`,
    unread: 'このページはネットワークを確認していません。お支払いがすでに開始されている可能性があります。',
    look: '今すぐ確認',
    stop: 'ネットワーク上で停止',
    stopSent: '送信しました。ネットワークの確認を待っています。',
    stopped:
      'ネットワーク上で停止しました。1日後からは誰でも残りを送金できますが、送り先はご自身のウォレットだけです。',
  },
  walletShows: {
    title: 'ウォレットに表示される内容',
    token: 'AUSD の正式名称です。',
    to: '停止するまで資金を安全に預かります。',
    value: amount => `${amount} に相当します。`,
    validBefore: instant => `${instant}。以後は無効です。`,
    unknownType: '「不明な種類」と表示するウォレットもあります。この 4 項目を見比べてから確認してください。',
  },

  details: '詳細',
  payee: '受取人',
  payeeLater: 'ウォレットの接続後に表示されます',
  escrow: 'エスクロー',
  fee: 'サービス手数料',
  feeValue: percent => `お支払い額の ${percent}（販売者が負担）`,
  operator: '運営者',
  deadline: '署名期限',
  stopGrace: '停止後の待ち時間',
  expiry: '遅くともこの日時に終了',
  network: 'ネットワーク',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: '支払い通貨',
  tokenValue: 'AUSD（1 AUSD = 1米ドル）',
  terms: '署名する条件',
  promise:
    'エスクローからは、開設からの時間にこの料金を掛けた額まで、かつ上限額までしか、誰も受け取れません。一時停止はサービスの約束によるものですが、ネットワーク上での停止は誰の許可もいりません。',
  exit: 'このサービスなしで停止して取り戻す',
  copyWhat: what => `${what}をコピー`,
  copied: 'コピーしました',
  show: what => `${what}をブロックエクスプローラーで見る`,

  expiredTitle: 'お支払いの有効期限が切れました',
  expiredText: merchant => `請求はありません。${startAnew(merchant)}`,
  backTo: merchant => `${merchant}に戻る`,
  canceledTitle: 'キャンセルしました',
  canceledText: '請求も承認も行われていません。',
  canceledOpen: 'ここでこれ以上お願いすることはありません。',

  continueTo: merchant => `${merchant}に進む`,
  takingYouTo: merchant => `${merchant}に移動しています…`,
  authorisedTitle: '承認しました',
  authorisedText: (amount, length) => `上限 ${amount}、最長 ${length}。`,
  manageHint: 'メーターの確認や停止には、承認したウォレットを接続してください。',
  readingMeter: 'メーターを読み込んでいます…',

  meterStatus: {
    waiting: '開始前',
    running: '稼働中',
    paused: '一時停止中',
    past_due: '支払い待ち',
    ended: '終了',
    canceled: '停止済み',
  },
  matchesSigned: '署名した内容と一致しています',
  lastKnown: instant => `サービスから応答がありません。${instant} の応答をもとに計算しています。`,
  spent: 'これまでの利用額',
  ofMaximum: maximum => `上限 ${maximum}`,
  timeUsed: '利用時間',
  timeLeft: '残り時間',
  waitingForMerchant: merchant =>
    `準備ができると${merchant}がメーターを開始します。それまで請求はありません。`,
  pastDueText: '直近の精算ができませんでした。自動で再試行されますので、操作は不要です。',
  pausedText: 'メーターは止まっています。一時停止中は請求されません。',
  pause: '一時停止',
  resume: '再開',
  stop: '停止',
  pausing: '一時停止中…',
  resuming: '再開中…',
  stopping: '停止中…',
  stopTitle: 'メーターを停止しますか？',
  stopText: (spent, returns) => `${spent} が請求され、${returns} がウォレットに戻ります。`,
  stopNow: '停止する',
  keepRunning: '続ける',

  carryOn: {
    extend: '延長',
    endsIn: time => `残り ${time} で終了`,
    stopsAt: (maximum, instant) => `上限 ${maximum}。${instant} にメーターは自動で停止します。`,
    longer: '延長する時間',
    mostCharged: 'それ以降に請求される上限額',
    comesBack: 'これまでの分から戻る額',
    about: amount => `約 ${amount}`,
    endsAt: '終了時刻',
    seamless: '中断はありません。新しいメーターが始まると同じ秒に前のメーターが停止し、その残りは戻ります。',
    done: (length, amount) => `延長しました。これまで: ${length}、${amount}`,
    failed: instant =>
      `新しいメーターは始まりませんでした。その分の請求はなく、前のメーターは変わらず ${instant} に終了します。`,
    notStarted: '新しいメーターは始まりませんでした。その分の請求はありません。',
  },

  charged: '請求額',
  feeIncluded: fee => `うちサービス手数料 ${fee}（販売者が負担）`,
  refunded: 'ウォレットに返金',
  notArrived: '届かない場合',
  settling: 'ネットワークで精算中です。残りはウォレットに戻ります…',
  transaction: '開始の記録',
  settledIn: '精算の取引',
  closedIn: '終了の取引',
  started: '開始',
  ended: '終了',
  print: '印刷またはPDFで保存',
  download: '証明をダウンロード',

  problems: {
    no_wallet: [
      'AUSDの入ったウォレットアプリが必要です。',
      'このブラウザにはウォレットがありません。ウォレットは、デジタルのお金を保管し、支払いのたびに確認するアプリです（MetaMaskやRabbyなど）。AUSDは1枚1ドルのデジタル米ドルです。',
    ],
    user_rejected: ['ウォレットで拒否されました。', '署名も請求も行われていません。'],
    rejected_unseen: [
      'ウォレットが何も表示せずに拒否しました。',
      '署名も請求も行われていません。ウォレットの設定を確認するか、別のウォレットをお使いください。',
    ],
    request_pending: [
      'ウォレットに未回答の確認があります。',
      'ウォレットを開いて回答し、再試行してください。',
    ],
    locked: ['ウォレットがロックされています。', 'ロックを解除して、再試行してください。'],
    wallet_moved: [
      'ウォレットとの接続が切れました。',
      'ロックを解除し、同じアカウントのまま再試行してください。',
    ],
    wrong_network: [
      'ウォレットが別のネットワークに接続しています。',
      '再試行し、ウォレットで切り替えを許可してください。',
    ],
    method_unsupported: ['このウォレットではこの署名ができません。', '別のウォレットで再試行してください。'],
    wallet_failed: ['ウォレットでエラーが発生しました。', '請求はありません。再試行してください。'],
    insufficient_funds: ['ウォレットの残高が足りません。', 'AUSDを追加するか、時間を短くしてください。'],
    payer_frozen: [
      '発行者がこのウォレットのAUSDを凍結しています。',
      '別のウォレットでお支払いください。解除できるのは発行者だけです。',
    ],
    not_found: [
      'このお支払いが見つかりません。',
      'リンクが不完全かもしれません。お店に戻ってやり直してください。',
    ],
    misconfigured: ['このお支払いの設定に誤りがあります。', tellMerchant],
    unreachable: ['サービスから応答がありません。', `接続を確認して、再試行してください。${neverTwice}`],
    too_many: ['リクエストが多すぎます。', '少し待ってから再試行してください。'],
    chain_unavailable: [
      '現在ネットワークにつながりません。',
      `しばらくしてから再試行してください。${neverTwice}`,
    ],
    expired: ['お支払いの有効期限が切れました。', startAnew],
    closed: ['このお支払いは終了しています。', startAnew],
    claimed: [
      '別のウォレットで手続きが始まっています。',
      merchant => `そのウォレットを使うか、${merchant}に戻って新しくお手続きください。`,
    ],
    inactive: ['この商品は販売を終了しました。', merchant => `${merchant}にお問い合わせください。`],
    deposit_small: [
      '最低預け入れ額に足りません。',
      'もっと長い時間を選んでください。時間が固定されている場合は、販売者にお知らせください。',
    ],
    too_many_meters: [
      'このウォレットでは、開いているメーターが多すぎます。',
      'どれかを停止するか、別のウォレットでお支払いください。',
    ],
    signed_out: ['サインアウトしています。', 'メーターを承認したウォレットを接続してください。'],
    sign_in_late: ['ログインに時間がかかりすぎました。', '再試行し、5分以内に確認してください。'],
    sign_in_elsewhere: ['このページからはログインできません。', tellMerchant],
    signature_invalid: ['署名がこのアカウントと一致しません。', '同じアカウントで再試行してください。'],
    signature_late: ['署名が期限に間に合いませんでした。', '請求はありません。再試行すると期限が延びます。'],
    pairing_expired: ['コードの期限が切れました。', '再試行して新しいコードを取得してください。'],
    relay_unreachable: [
      'WalletConnectに接続できません。',
      '接続を確認するか、別のウォレットをお使いください。',
    ],
    invalid_state: ['現在この操作はできません。', 'その間にメーターの状態が変わりました。'],
    malformed: ['サービスの応答が正しくありません。', tellMerchant],
    other_tab: [
      '別のタブがウォレットに確認を求めています。',
      'そちらで回答するか、そのタブを閉じて再試行してください。',
    ],
    other_account: [
      'ここでは別のアカウントに署名を求めています。',
      'そのアカウントに切り替えるか、その署名期限が過ぎるまでお待ちください。',
    ],
    asked_changed: [
      'ウォレットに署名を求めた後で、このお支払いの内容が変わりました。',
      merchant =>
        `このサイトの別のページが変更した可能性があるため、ウォレットにもう一度署名を求めることはありません。${merchant}に戻って新しくお手続きください。`,
    ],
    meter_known: [
      'このお支払いはネットワーク上ですでに開始されています。',
      'これ以上の署名は必要ありません。',
    ],
    signature_disputed: [
      '署名は正しいのに、サービスが受け付けません。',
      'サービス側の誤りです。再試行すると同じ署名を送ります。',
    ],
    unloaded: ['このページの一部を読み込めませんでした。', 'ページを再読み込みしてください。'],
    insecure: [
      'このページは保護されていません。',
      '支払いには保護されたアドレスが必要です。販売者に知らせてください。',
    ],
    altered: [
      'このページは支払いの表示または送信内容を変えています。',
      'ページを変更する拡張機能を無効にするか、別のブラウザを使用してください。',
    ],
    replaces_missing: ['ここには延長できるメーターがありません。', startAnew],
    replaces_ended: ['延長するメーターは終了しました。', startAnew],
    replaced_early: [
      'サービスは前のメーターを停止しましたが、新しいメーターを始めていません。',
      tellMerchant,
    ],
    replaced_not: ['サービスは前のメーターを停止していません。', 'どちらか一方を停止してください。'],
    unexpected: ['問題が発生しました。', `再試行してください。${neverTwice}`],
  },
  needsMore: missing => `ウォレットにあと ${missing} AUSD 必要です。`,
  notEnough: (balance, needed) => `必要な ${needed} に対し、残高は ${balance} です。`,
  sendTo: network => `ほかのネットワークではなく ${network} で、このアドレスにAUSDを送ってください：`,
  copyAddress: 'アドレスをコピー',
  added: '追加しました',
  whereToGet: merchant => `AUSDの入手方法は ${merchant} にお尋ねください。`,
  otherLength: '別の時間を選べます。',
  useLongest: length => `残高で可能な最長の時間にする：${length}`,
  refused: {
    chain: '中止しました。サービスが想定外のネットワークを求めました。',
    escrow: '中止しました。サービスが当方のものではないエスクローを求めました。',
    token: '中止しました。サービスが別の通貨を求めました。',
    terms: '中止しました。サービスが画面と異なる条件を求めました。',
    sign_in: '中止しました。サービスがこのページ向けではないログインを求めました。',
    meter: 'サービスの数値が、署名した内容と異なります。',
  },
  refusedAdvice: 'ウォレットには何も求めておらず、署名もしていません。販売者にお知らせください。',
  refusedMeterAdvice:
    '最後に正しかった数値を表示しています。エスクローにより、署名した内容は誰も変えられません。',
}

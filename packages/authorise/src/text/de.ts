import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Gehen Sie zurück zu ${merchant} und beginnen Sie neu.`
const tellMerchant = 'Bitte sagen Sie dem Händler Bescheid.'
const neverTwice = 'Ein neuer Versuch bucht nie doppelt ab.'

/** German, with "Sie". */
export const words: Words = {
  testMode: 'Testmodus',
  loading: 'Bezahlvorgang wird geladen…',

  rates: {
    second: amount => `${amount} pro Sekunde`,
    minute: amount => `${amount} pro Minute`,
    hour: amount => `${amount} pro Stunde`,
    day: amount => `${amount} pro Tag`,
    month: amount => `${amount} pro Monat`,
  },
  rateFree: 'Kostenlos',

  maximumDuration: 'Höchstdauer',
  duration: 'Dauer',
  unit: 'Einheit',
  slider: 'Kürzer oder länger',
  sliderValue: (length, amount) => `${length}, höchstens ${amount}`,
  presets: { 600: '10 Min.', 3600: '1 Std.', 86400: '1 Tag', 604800: '7 Tage', 2592000: '30 Tage' },
  durationRange: 'Wählen Sie zwischen 60 Sekunden und 30 Tagen.',
  durationShortest: length => `Kürzeste Dauer: ${length}.`,
  durationLongest: length => `Längste Dauer: ${length}.`,
  durationLeast: (length, amount) => `Mindestens ${length}: Die kleinste Einlage beträgt ${amount}.`,
  durationFixed: (length, merchant) => `Läuft höchstens ${length}, so festgelegt von ${merchant}.`,
  durationCapped: length => `Läuft höchstens ${length}.`,
  clockDays: days => `${days} T`,

  mostCharged: 'Höchstens abgebucht wird',
  payOnlyUsed: 'Sie zahlen nur genutzte Sekunden. Der Rest kommt zurück.',
  roundedUp: deposit =>
    `Sie unterschreiben für ${deposit}: Kleiner teilt sich die Währung nicht, daher wird aufgerundet.`,

  steps: 'Schritte',
  stepChoose: 'Wählen',
  stepConnect: 'Verbinden',
  stepSignIn: 'Anmelden',
  stepAuthorise: 'Freigeben',
  stepDone: 'erledigt',

  walletHint: 'Zahlen Sie aus Ihrer Wallet-App',
  walletMeans: 'In AUSD, digitalen US-Dollar',
  walletsFound: names => `${names} gefunden`,
  walletChoose: 'Wählen Sie Ihre Wallet',
  email: 'E-Mail',
  emailWhy: 'E-Mail zu dieser Bestellung · nie öffentlich',
  emailExample: 'sie@beispiel.de',
  emailRefused: 'Geben Sie Ihre E-Mail-Adresse ein, etwa sie@beispiel.de.',
  changeWallet: 'Ändern',
  changeWalletLabel: 'Wallet ändern',

  pairing: {
    code: 'Code wird geholt…',
    scan: 'Scannen Sie das mit der App Ihrer Wallet.',
    picture: 'QR-Code für die App Ihrer Wallet',
    open: 'App öffnen',
    copy: 'Link kopieren',
  },

  openInWallet: wallet => `In ${wallet} öffnen`,
  copyPageLink: 'Link zu dieser Seite kopieren',
  noWallet: {
    ausd: 'AUSD sind digitale US-Dollar, je 1 $ wert.',
    onPhone: 'Ist Ihre Wallet auf Ihrem Telefon?',
    scan: 'Scannen Sie das mit der Wallet-App. Diese Seite öffnet sich dort.',
    picture: 'QR-Code mit dem Link zu dieser Seite',
    installed: 'Ich habe eine Wallet installiert',
    otherWays: merchant => `Andere Zahlungsarten bei ${merchant}`,
  },

  connectWallet: 'Wallet verbinden',
  signIn: 'Anmelden',
  authorise: amount => `${amount} freigeben`,
  authoriseNothing: 'Freigeben',
  cancel: 'Abbrechen',
  tryAgain: 'Noch einmal versuchen',
  startAgain: 'Neu beginnen',

  lookingForWallets: 'Wallets werden gesucht…',
  confirmIn: wallet => `In ${wallet} bestätigen…`,
  signingIn: 'Anmeldung läuft…',
  preparing: 'Wird vorbereitet…',
  switchingChain: (wallet, chain) => `In ${wallet} zu ${chain} wechseln…`,
  checkingFunds: 'Guthaben wird geprüft…',
  opening: 'Ihr Geld wird zurückgelegt…',
  openingOn: chain => `Ihr Geld wird auf ${chain} zurückgelegt…`,
  slowWallet: wallet => `Nichts zu sehen? Öffnen Sie ${wallet}: Das Fenster liegt vielleicht hinter diesem.`,
  slowShared: deadline =>
    `Vielleicht müssen weitere Inhaber dieser Wallet unterschreiben. Diese Seite wartet; alle Unterschriften braucht es bis ${deadline}.`,
  askAgain: 'Erneut fragen',
  slowService: 'Das dauert länger als sonst. Bleiben Sie auf dieser Seite; Sie müssen nichts tun.',
  slowOpening:
    'Das Netzwerk braucht etwas Zeit. Sie haben unterschrieben und können warten oder später wiederkommen.',

  facts: { gas: 'Keine Netzgebühr', stop: 'Jederzeit stoppen', refund: 'Automatische Rückzahlung' },
  notices: {
    account_changed: 'Ihre Wallet nutzt jetzt ein anderes Konto.',
    disconnected: 'Ihre Wallet hat die Verbindung beendet. Verbinden Sie sie wieder, um fortzufahren.',
    contract_balance_low:
      'In dieser Wallet ist weniger als der Höchstbetrag. Laden Sie sie auf, bevor Sie bestätigen.',
  },
  signedElsewhere: (amount, deadline) =>
    `Sie haben schon für einen anderen Bezahlvorgang dieses Shops unterschrieben: bis zu ${amount}, gültig bis ${deadline}. Geben Sie diesen nur frei, wenn Sie beide wollen.`,
  lock: {
    asked: amount => `Ihrer Wallet liegt vielleicht noch eine Anfrage über höchstens ${amount} vor.`,
    askedFree: (deadline, merchant) =>
      `Eine andere Dauer können Sie wieder wählen: ${deadline}. Neu bestellen bei ${merchant} können Sie sofort.`,
    askedFixed: (deadline, merchant) =>
      `Sie verfällt: ${deadline}. Neu bestellen bei ${merchant} können Sie sofort.`,
    signed: (amount, deadline) =>
      `Sie haben für höchstens ${amount} unterschrieben. Die Unterschrift gilt bis ${deadline}; bis dahin verlangt diese Seite keine andere.`,
    known: amount =>
      `${amount} sind für diese Bestellung sicher verwahrt. Sie können sie selbst stoppen, ohne den Dienst.`,
    unread: 'Diese Seite hat noch nicht im Netzwerk nachgesehen. Ihre Bestellung läuft vielleicht schon.',
    look: 'Jetzt nachsehen',
    stop: 'Auf dem Netzwerk stoppen',
    stopSent: 'Gesendet. Das Netzwerk wird abgewartet…',
    stopped:
      'Auf dem Netzwerk gestoppt. Nach einem Tag kann der Rest in Ihre Wallet zurückgegeben werden, und nur dorthin.',
  },
  walletShows: {
    title: 'Was Ihre Wallet zeigen wird',
    token: 'Der volle Name von AUSD.',
    to: 'Verwahrt das Geld sicher, bis Sie stoppen.',
    value: amount => `Das sind ${amount}.`,
    today: time => `Heute um ${time}`,
    validBefore: instant => `${instant}. Danach ungültig.`,
    unknownType:
      'Manche Wallets nennen dies einen unbekannten Typ. Vergleichen Sie diese vier, dann bestätigen Sie.',
  },

  details: 'Einzelheiten',
  payee: 'Empfänger',
  payeeLater: 'Sichtbar, sobald Ihre Wallet verbunden ist',
  escrow: 'Treuhand',
  fee: 'Servicegebühr',
  feeValue: percent => `${percent} Ihrer Zahlung, trägt der Händler`,
  operator: 'Betreiber',
  deadline: 'Unterschreiben bis',
  stopGrace: 'Wartezeit nach Ihrem Stopp',
  expiry: 'Endet spätestens',
  network: 'Netzwerk',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Bezahlt in',
  tokenValue: 'AUSD, je ein US-Dollar',
  terms: 'Unterschriebene Bedingungen',
  promise:
    'Ausgezahlt werden kann nie mehr als dieser Preis × die Zeit seit Ihrer Freigabe und nie mehr als der Höchstbetrag. Eine Pause ist eine Zusage des Dienstes; das Netzwerk erzwingt sie nicht. Auf dem Netzwerk stoppen können Sie immer, ohne den Dienst.',
  exit: 'Ohne diesen Dienst stoppen und Geld zurückholen',
  copyWhat: what => `${what} kopieren`,
  copied: 'Kopiert',
  show: what => `${what} im Block-Explorer`,

  expiredTitle: 'Dieser Bezahlvorgang ist abgelaufen',
  expiredText: merchant => `Es wurde nichts abgebucht. ${startAnew(merchant)}`,
  backTo: merchant => `Zurück zu ${merchant}`,
  canceledTitle: 'Abgebrochen',
  canceledText: 'Es wurde nichts abgebucht und nichts freigegeben.',
  canceledOpen: 'Hier wird nichts weiter von Ihnen verlangt.',

  continueTo: merchant => `Weiter zu ${merchant}`,
  takingYouTo: merchant => `Weiterleitung zu ${merchant}…`,
  authorisedTitle: 'Freigegeben',
  authorisedText: (amount, length) => `Bis zu ${amount}, für höchstens ${length}.`,
  manageHint: 'Um den Zähler zu sehen oder zu stoppen, verbinden Sie die Wallet, die ihn freigegeben hat.',
  readingMeter: 'Zähler wird gelesen…',

  meterStatus: {
    waiting: 'Nicht gestartet',
    running: 'Läuft',
    paused: 'Pausiert',
    past_due: 'Zahlung verzögert',
    ended: 'Beendet',
    canceled: 'Gestoppt',
  },
  matchesSigned: 'Mit Ihrer Unterschrift abgeglichen',
  lastKnown: instant => `Der Dienst antwortet nicht. Gezählt ab seiner letzten Angabe (${instant}).`,
  spent: 'Bisher verbraucht',
  ofMaximum: maximum => `von höchstens ${maximum}.`,
  stopBrings: returns => `Beim Stoppen kommen jetzt ${returns} zurück.`,
  timeUsed: 'Genutzte Zeit',
  timeLeft: 'Restliche Zeit',
  waitingForMerchant: merchant =>
    `${merchant} startet den Zähler, sobald alles bereit ist. Bis dahin wird nichts abgebucht.`,
  pastDueText:
    'Die letzte Zahlung an den Händler verzögert sich. Sie wird von selbst wiederholt. Sie müssen nichts tun.',
  pausedText: 'Der Zähler steht. Während der Pause wird nichts abgebucht.',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  stop: 'Stoppen',
  pausing: 'Wird pausiert…',
  resuming: 'Wird fortgesetzt…',
  stopping: 'Wird gestoppt…',
  stopTitle: 'Zähler stoppen?',
  stopText: (spent, returns) => `Abgebucht werden ${spent}; ${returns} kommen in Ihre Wallet zurück.`,
  stopNow: 'Jetzt stoppen',
  keepRunning: 'Weiterlaufen lassen',

  carryOn: {
    extend: 'Verlängern',
    endsIn: time => `Endet in ${time}`,
    stopsAt: (maximum, instant) => `von höchstens ${maximum}. Um ${instant} stoppt der Zähler von selbst.`,
    longer: 'Wie viel länger',
    mostCharged: 'Höchstens abgebucht wird ab dann',
    comesBack: 'Kommt von vorher zurück',
    about: amount => `etwa ${amount}`,
    endsAt: 'Endet um',
    insteadOf: instant => `statt ${instant}`,
    seamless:
      'Nichts wird unterbrochen. Der neue Zähler startet, der alte stoppt in derselben Sekunde, und sein Rest kommt zurück.',
    done: (length, amount) => `Läuft weiter. Vorher: ${length}, ${amount}`,
    failed: instant =>
      `Der neue Zähler ist nicht gestartet. Dafür wurde nichts abgebucht, und der alte endet weiterhin um ${instant}.`,
    notStarted: 'Der neue Zähler ist nicht gestartet. Dafür wurde nichts abgebucht.',
  },

  charged: 'Abgebucht wurden',
  back: 'Zurück in Ihrer Wallet',
  used: (length, maximum) => `Genutzt: ${length}. Möglich: ${maximum}.`,
  paidFrom: 'Bezahlt aus',
  refunded: 'In Ihre Wallet zurück',
  onItsWay: 'Unterwegs in Ihre Wallet',
  notArrived: 'Falls es nicht ankam',
  transaction: 'Eröffnet in',
  settledIn: 'Abgerechnet in',
  closedIn: 'Rückzahlung in',
  started: 'Beginn',
  print: 'Drucken oder als PDF sichern',
  download: 'Nachweis herunterladen',

  problems: {
    no_wallet: [
      'Sie brauchen eine Wallet-App mit AUSD',
      'In diesem Browser ist keine Wallet. Eine Wallet ist eine App, die digitales Geld verwahrt und Sie vor jeder Zahlung fragt, etwa MetaMask oder Rabby.',
    ],
    user_rejected: [
      'Sie haben in Ihrer Wallet abgelehnt.',
      'Es wurde nichts unterschrieben und nichts abgebucht.',
    ],
    rejected_unseen: [
      'Ihre Wallet hat abgelehnt, ohne Ihnen etwas zu zeigen.',
      'Nichts wurde unterschrieben, nichts abgebucht. Prüfen Sie ihre Einstellungen, oder nutzen Sie eine andere Wallet.',
    ],
    request_pending: [
      'In Ihrer Wallet ist schon eine Anfrage offen.',
      'Öffnen Sie die Wallet, beantworten Sie sie und versuchen Sie es noch einmal.',
    ],
    locked: ['Ihre Wallet ist gesperrt.', 'Entsperren Sie sie und versuchen Sie es noch einmal.'],
    wallet_moved: [
      'Die Verbindung zu Ihrer Wallet ist beendet.',
      'Entsperren Sie sie, behalten Sie das Konto bei und versuchen Sie es noch einmal.',
    ],
    wrong_network: [
      'Ihre Wallet ist in einem anderen Netzwerk.',
      'Versuchen Sie es noch einmal und erlauben Sie den Wechsel in Ihrer Wallet.',
    ],
    method_unsupported: [
      'Diese Wallet kann das nicht unterschreiben.',
      'Versuchen Sie es mit einer anderen Wallet.',
    ],
    wallet_failed: [
      'Ihre Wallet meldet einen Fehler.',
      'Es wurde nichts abgebucht. Versuchen Sie es noch einmal.',
    ],
    insufficient_funds: [
      'In Ihrer Wallet ist nicht genug.',
      'Laden Sie AUSD auf oder wählen Sie eine kürzere Zeit.',
    ],
    payer_frozen: [
      'Der Herausgeber hat die AUSD dieser Wallet gesperrt.',
      'Zahlen Sie mit einer anderen Wallet. Nur der Herausgeber kann das aufheben.',
    ],
    not_found: [
      'Diesen Bezahlvorgang finden wir nicht.',
      'Vielleicht ist der Link unvollständig. Gehen Sie zurück zum Shop und beginnen Sie neu.',
    ],
    misconfigured: ['Dieser Bezahlvorgang ist falsch eingerichtet.', tellMerchant],
    unreachable: [
      'Der Dienst antwortet nicht.',
      `Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. ${neverTwice}`,
    ],
    too_many: ['Zu viele Anfragen auf einmal.', 'Warten Sie kurz und versuchen Sie es noch einmal.'],
    chain_unavailable: [
      'Das Netzwerk ist gerade nicht erreichbar.',
      `Versuchen Sie es bald noch einmal. ${neverTwice}`,
    ],
    expired: ['Dieser Bezahlvorgang ist abgelaufen.', startAnew],
    closed: ['Dieser Bezahlvorgang ist geschlossen.', startAnew],
    claimed: [
      'Hier hat schon eine andere Wallet begonnen.',
      merchant => `Nutzen Sie diese Wallet oder beginnen Sie bei ${merchant} neu.`,
    ],
    inactive: ['Das wird nicht mehr verkauft.', merchant => `Bitte fragen Sie ${merchant}.`],
    deposit_small: [
      'Das ist weniger als die kleinste Einlage.',
      'Wählen Sie mehr Zeit. Steht die Dauer fest, sagen Sie es dem Händler.',
    ],
    too_many_meters: [
      'Diese Wallet hat zu viele offene Zähler.',
      'Stoppen Sie einen, oder zahlen Sie mit einer anderen Wallet.',
    ],
    signed_out: ['Sie sind abgemeldet.', 'Verbinden Sie die Wallet, die den Zähler freigegeben hat.'],
    sign_in_late: [
      'Die Anmeldung hat zu lange gedauert.',
      'Versuchen Sie es noch einmal und bestätigen Sie innerhalb von fünf Minuten.',
    ],
    sign_in_elsewhere: ['Auf dieser Seite dürfen Sie nicht angemeldet werden.', tellMerchant],
    signature_invalid: [
      'Die Unterschrift passt nicht zu diesem Konto.',
      'Versuchen Sie es mit demselben Konto noch einmal.',
    ],
    signature_late: [
      'Die Unterschrift kam zu spät.',
      'Es wurde nichts abgebucht. Versuchen Sie es erneut: Sie erhalten mehr Zeit.',
    ],
    pairing_expired: ['Der Code ist abgelaufen.', 'Versuchen Sie es mit einem neuen.'],
    relay_unreachable: [
      'WalletConnect ist nicht erreichbar.',
      'Prüfen Sie die Verbindung oder nehmen Sie eine andere Wallet.',
    ],
    invalid_state: ['Das geht gerade nicht.', 'Der Zähler hat sich inzwischen geändert.'],
    malformed: ['Der Dienst hat eine Antwort gegeben, die keinen Sinn ergibt.', tellMerchant],
    other_tab: [
      'Ein anderer Tab fragt gerade Ihre Wallet.',
      'Antworten Sie dort oder schließen Sie den anderen Tab und versuchen Sie es noch einmal.',
    ],
    other_account: [
      'Hier wurde ein anderes Konto um die Unterschrift gebeten.',
      'Wechseln Sie zu dem anderen Konto oder warten Sie, bis seine Frist zum Unterschreiben vorbei ist.',
    ],
    asked_changed: [
      'Dieser Bezahlvorgang hat sich geändert, seit Ihre Wallet gefragt wurde.',
      merchant =>
        `Eine andere Seite dieser Website hat ihn vielleicht verändert, deshalb wird Ihre Wallet nicht noch einmal gefragt. Beginnen Sie bei ${merchant} neu.`,
    ],
    meter_known: ['Diese Bestellung läuft schon.', 'Eine weitere Unterschrift braucht es nicht.'],
    signature_disputed: [
      'Der Dienst weist Ihre Unterschrift ab, obwohl sie stimmt.',
      'Der Fehler liegt beim Dienst. Ein neuer Versuch reicht dieselbe Unterschrift ein.',
    ],
    unloaded: ['Ein Teil dieser Seite wurde nicht geladen.', 'Laden Sie die Seite neu.'],
    insecure: [
      'Diese Seite ist nicht sicher.',
      'Eine Zahlung braucht eine https-Adresse. Sagen Sie es dem Händler.',
    ],
    altered: [
      'Diese Seite verändert, was die Zahlung anzeigt oder sendet.',
      'Schalten Sie Erweiterungen aus, die Seiten verändern, oder nehmen Sie einen anderen Browser.',
    ],
    replaces_missing: ['Hier gibt es keinen Zähler von Ihnen zu verlängern.', startAnew],
    replaces_ended: ['Der Zähler, der verlängert werden sollte, ist beendet.', startAnew],
    replaced_early: ['Der Dienst hat Ihren alten Zähler gestoppt und keinen neuen gestartet.', tellMerchant],
    replaced_not: ['Der Dienst hat Ihren alten Zähler nicht gestoppt.', 'Stoppen Sie einen der beiden.'],
    unexpected: ['Etwas ist schiefgegangen.', `Versuchen Sie es noch einmal. ${neverTwice}`],
  },
  needsMore: missing => `Ihrer Wallet fehlen ${missing} AUSD.`,
  notEnough: (balance, needed) => `Sie enthält ${balance} von ${needed} nötigen.`,
  sendTo: network => `Senden Sie AUSD über ${network}, und über kein anderes Netz, an diese Adresse:`,
  copyAddress: 'Adresse kopieren',
  showCode: 'QR-Code zeigen',
  addressPicture: 'QR-Code mit Ihrer Adresse',
  added: 'Ich habe aufgeladen',
  nothingYet: 'Es ist noch nichts angekommen. Das kann eine Minute dauern.',
  whereToGet: merchant => `Fragen Sie ${merchant}, wo Sie AUSD bekommen.`,
  otherLength: 'Sie können eine andere Dauer wählen.',
  useLongest: length => `Die längste nehmen, die reicht: ${length}`,
  refused: {
    chain: 'Wir haben angehalten: Der Dienst wollte ein Netzwerk, das hier nicht vorgesehen ist.',
    escrow: 'Wir haben angehalten: Der Dienst wollte Ihr Geld an einem unbekannten Ort verwahren.',
    token: 'Wir haben angehalten: Der Dienst wollte eine andere Währung.',
    terms: 'Wir haben angehalten: Der Dienst wollte andere Bedingungen als die angezeigten.',
    sign_in: 'Wir haben angehalten: Der Dienst wollte eine Anmeldung, die nicht für diese Seite ist.',
    meter: 'Die Zahlen des Dienstes sind nicht die, für die Sie unterschrieben haben.',
  },
  refusedAdvice:
    'Ihre Wallet wurde nicht gefragt und nichts wurde unterschrieben. Bitte sagen Sie dem Händler Bescheid.',
  refusedMeterAdvice:
    'Angezeigt werden die letzten richtigen Zahlen. Abgebucht wird nie mehr, als Sie unterschrieben haben.',
}

import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Ga terug naar ${merchant} om opnieuw te beginnen.`
const tellMerchant = 'Laat het de verkoper weten.'
const neverTwice = 'Opnieuw proberen schrijft nooit dubbel af.'

/** Dutch; addresses with "je". */
export const words: Words = {
  testMode: 'Testmodus',
  loading: 'Betaling wordt geladen…',

  rates: {
    second: amount => `${amount} per seconde`,
    minute: amount => `${amount} per minuut`,
    hour: amount => `${amount} per uur`,
    day: amount => `${amount} per dag`,
    month: amount => `${amount} per maand`,
  },
  rateFree: 'Gratis',

  maximumDuration: 'Maximale duur',
  duration: 'Duur',
  unit: 'Eenheid',
  slider: 'Korter of langer',
  sliderValue: (length, amount) => `${length}, hooguit ${amount}`,
  presets: { 600: '10 min', 3600: '1 uur', 86400: '1 dag', 604800: '7 dagen', 2592000: '30 dagen' },
  durationRange: 'Kies tussen 60 seconden en 30 dagen.',
  durationShortest: length => `Kortste duur: ${length}.`,
  durationLongest: length => `Langste duur: ${length}.`,
  durationLeast: (length, amount) => `Minstens ${length}: de kleinste inleg is ${amount}.`,
  durationFixed: (length, merchant) => `Loopt hooguit ${length}, zoals ingesteld door ${merchant}.`,
  durationCapped: length => `Loopt hooguit ${length}.`,
  clockDays: days => `${days} d`,

  mostCharged: 'Er wordt nooit meer afgeschreven dan',
  payOnlyUsed: 'Je betaalt alleen de seconden die je gebruikt. De rest komt terug in je wallet.',
  roundedUp: deposit =>
    `Je tekent voor ${deposit}: de munt kent geen kleinere stap, dus er wordt naar boven afgerond.`,

  steps: 'Stappen',
  stepChoose: 'Kiezen',
  stepConnect: 'Verbinden',
  stepSignIn: 'Inloggen',
  stepAuthorise: 'Goedkeuren',
  stepDone: 'klaar',

  walletHint: 'Gebruik de wallet die je al hebt',
  walletChoose: 'Kies je wallet',
  email: 'E-mail',
  emailWhy: 'E-mail voor deze bestelling · nooit openbaar',
  emailRefused: 'Vul je e-mailadres in, zoals jij@voorbeeld.nl.',
  changeWallet: 'Wijzigen',
  changeWalletLabel: 'Wallet wijzigen',

  pairing: {
    code: 'Code ophalen…',
    scan: 'Scan dit met de app van je wallet.',
    picture: 'QR-code voor de app van je wallet',
    open: 'App openen',
    copy: 'Link kopiëren',
  },

  openInWallet: wallet => `Openen in ${wallet}`,
  copyPageLink: 'Link naar deze pagina kopiëren',

  connectWallet: 'Wallet verbinden',
  signIn: 'Inloggen',
  authorise: amount => `${amount} goedkeuren`,
  authoriseNothing: 'Goedkeuren',
  cancel: 'Annuleren',
  tryAgain: 'Opnieuw proberen',
  startAgain: 'Opnieuw beginnen',

  lookingForWallets: 'Wallets zoeken…',
  confirmIn: wallet => `Bevestig in ${wallet}…`,
  signingIn: 'Inloggen…',
  preparing: 'Voorbereiden…',
  switchingChain: (wallet, chain) => `Schakel in ${wallet} over naar ${chain}…`,
  checkingFunds: 'Je saldo wordt gecontroleerd…',
  opening: 'Escrow wordt geopend…',
  openingOn: chain => `Escrow wordt geopend op ${chain}…`,
  slowWallet: wallet => `Zie je niets? Open ${wallet}: het venster zit misschien achter dit venster.`,
  slowShared: deadline =>
    `Misschien moeten ook andere eigenaars van deze wallet tekenen. Deze pagina wacht; iedereen moet getekend hebben voor: ${deadline}.`,
  askAgain: 'Opnieuw vragen',
  slowService: 'Dit duurt langer dan normaal. Blijf op deze pagina; je hoeft niets te doen.',
  slowOpening: 'Het netwerk neemt de tijd. Je hebt getekend: wacht gerust of kom later terug.',

  facts: { gas: 'Geen gaskosten', stop: 'Altijd te stoppen', refund: 'Automatisch terug' },
  notices: {
    account_changed: 'Je wallet gebruikt nu een ander account.',
    disconnected: 'Je wallet heeft de verbinding verbroken. Verbind opnieuw om verder te gaan.',
    contract_balance_low: 'In deze wallet zit minder dan het maximum. Vul hem aan voordat je bevestigt.',
  },
  signedElsewhere: (amount, deadline) =>
    `Je hebt al getekend voor een andere betaling bij deze winkel: tot ${amount}, geldig tot ${deadline}. Keur deze alleen goed als je ze allebei wilt.`,
  lock: {
    asked: (amount, length, deadline) =>
      `Je wallet is om een handtekening gevraagd: hooguit ${amount}, ${length}. Tot ${deadline} kan hij nog tekenen, en vraagt deze pagina niet om een andere. In de winkel kun je meteen een nieuwe betaling beginnen.`,
    signed: (amount, deadline) =>
      `Je handtekening voor hooguit ${amount} is geldig tot ${deadline}. Tot dan vraagt deze pagina niet om een andere.`,
    known: amount =>
      `De escrow houdt ${amount} vast voor deze betaling. Je kunt ook zonder de dienst stoppen.`,
    unread: 'Deze pagina heeft niet op het netwerk gekeken: misschien is de betaling daar al geopend.',
    look: 'Nu kijken',
    stop: 'Stoppen op het netwerk',
    stopSent: 'Verzonden, wachten op het netwerk.',
    stopped:
      'Gestopt op het netwerk. Een dag later kan iedereen de rest versturen, naar jouw wallet en naar niemand anders.',
  },
  walletShows: {
    title: 'Wat je wallet laat zien',
    token: 'De volledige naam van AUSD.',
    to: 'Bewaart het geld veilig tot je stopt.',
    value: amount => `Dat is ${amount}.`,
    validBefore: instant => `${instant}. Daarna ongeldig.`,
    unknownType: 'Sommige wallets noemen dit een onbekend type. Vergelijk deze vier en bevestig dan.',
  },

  details: 'Details',
  payee: 'Ontvanger',
  payeeLater: 'Zichtbaar zodra je wallet verbonden is',
  escrow: 'Escrow',
  fee: 'Servicekosten',
  feeValue: percent => `${percent} van wat je betaalt, voor rekening van de verkoper`,
  operator: 'Beheerder',
  deadline: 'Tekenen vóór',
  stopGrace: 'Wachttijd na je stop',
  expiry: 'Eindigt uiterlijk',
  network: 'Netwerk',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Betaald in',
  tokenValue: 'AUSD, elk één Amerikaanse dollar',
  terms: 'Getekende voorwaarden',
  promise:
    'De escrow laat niemand meer nemen dan dit tarief voor de tijd sinds de opening, en nooit meer dan het maximum. Pauzes zijn een toezegging van de dienst; stoppen op het netwerk kan zonder wie dan ook.',
  exit: 'Stoppen en terughalen zonder deze dienst',
  copyWhat: what => `${what} kopiëren`,
  copied: 'Gekopieerd',
  show: what => `${what} in de blockexplorer`,

  expiredTitle: 'Deze betaling is verlopen',
  expiredText: merchant => `Er is niets afgeschreven. ${startAnew(merchant)}`,
  backTo: merchant => `Terug naar ${merchant}`,
  canceledTitle: 'Geannuleerd',
  canceledText: 'Er is niets afgeschreven en niets goedgekeurd.',
  canceledOpen: 'Hier wordt niets meer van je gevraagd.',

  continueTo: merchant => `Verder naar ${merchant}`,
  takingYouTo: merchant => `Je gaat naar ${merchant}…`,
  authorisedTitle: 'Goedgekeurd',
  authorisedText: (amount, length) => `Tot ${amount}, voor hooguit ${length}.`,
  manageHint: 'Verbind de wallet die de meter heeft goedgekeurd om hem te zien of te stoppen.',
  readingMeter: 'Meter wordt gelezen…',

  meterStatus: {
    waiting: 'Niet gestart',
    running: 'Loopt',
    paused: 'Gepauzeerd',
    past_due: 'Betaling open',
    ended: 'Afgelopen',
    canceled: 'Gestopt',
  },
  matchesSigned: 'Klopt met wat je hebt getekend',
  lastKnown: instant => `De dienst antwoordt niet. Geteld vanaf het laatste antwoord (${instant}).`,
  spent: 'Tot nu toe verbruikt',
  ofMaximum: maximum => `van hooguit ${maximum}`,
  timeUsed: 'Gebruikte tijd',
  timeLeft: 'Resterende tijd',
  waitingForMerchant: merchant =>
    `${merchant} start de meter als alles klaar is. Tot die tijd wordt er niets afgeschreven.`,
  pastDueText:
    'De laatste afrekening is niet gelukt. Die wordt vanzelf opnieuw geprobeerd; je hoeft niets te doen.',
  pausedText: 'De meter staat stil. Tijdens de pauze wordt er niets afgeschreven.',
  pause: 'Pauzeren',
  resume: 'Hervatten',
  stop: 'Stoppen',
  pausing: 'Pauzeren…',
  resuming: 'Hervatten…',
  stopping: 'Stoppen…',
  stopTitle: 'De meter stoppen?',
  stopText: (spent, returns) => `Er wordt ${spent} afgeschreven en ${returns} komt terug in je wallet.`,
  stopNow: 'Nu stoppen',
  keepRunning: 'Laten lopen',

  carryOn: {
    extend: 'Verlengen',
    endsIn: time => `Eindigt over ${time}`,
    stopsAt: (maximum, instant) => `van hooguit ${maximum}. Om ${instant} stopt de meter vanzelf.`,
    longer: 'Hoeveel langer',
    mostCharged: 'Vanaf dan wordt nooit meer afgeschreven dan',
    comesBack: 'Komt terug van de vorige',
    about: amount => `ongeveer ${amount}`,
    endsAt: 'Eindigt om',
    seamless:
      'Niets wordt onderbroken. De nieuwe meter start, de oude stopt in dezelfde seconde, en wat ervan over is komt terug.',
    done: (length, amount) => `Verlengd. Daarvoor: ${length}, ${amount}`,
    failed: instant =>
      `De nieuwe meter is niet gestart. Er is niets voor afgeschreven, en de oude eindigt nog steeds om ${instant}.`,
    notStarted: 'De nieuwe meter is niet gestart. Er is niets voor afgeschreven.',
  },

  charged: 'Afgeschreven',
  feeIncluded: fee => `Daarvan betaalt de verkoper ${fee} servicekosten`,
  refunded: 'Terug in je wallet',
  notArrived: 'Als het niet is aangekomen',
  settling: 'Wordt afgerekend op het netwerk. De rest is onderweg naar je wallet…',
  transaction: 'Geopend in',
  settledIn: 'Afgerekend in',
  closedIn: 'Afgesloten in',
  started: 'Begin',
  ended: 'Einde',
  print: 'Afdrukken of als pdf bewaren',
  download: 'Bewijs downloaden',

  problems: {
    no_wallet: [
      'Je hebt een wallet-app met AUSD nodig.',
      'Er is geen wallet in deze browser. Een wallet is een app die digitaal geld bewaart en het je vraagt voor elke betaling, zoals MetaMask of Rabby. AUSD zijn digitale Amerikaanse dollars van elk $ 1.',
    ],
    user_rejected: ['Je hebt het in je wallet afgewezen.', 'Er is niets getekend en niets afgeschreven.'],
    rejected_unseen: [
      'Je wallet weigerde zonder je iets te laten zien.',
      'Er is niets getekend en niets afgeschreven. Bekijk de instellingen, of gebruik een andere wallet.',
    ],
    request_pending: [
      'Je wallet heeft al een verzoek openstaan.',
      'Open de wallet, beantwoord het en probeer het opnieuw.',
    ],
    locked: ['Je wallet is vergrendeld.', 'Ontgrendel hem en probeer het opnieuw.'],
    wallet_moved: [
      'De verbinding met je wallet is verbroken.',
      'Ontgrendel hem, houd hetzelfde account aan en probeer het opnieuw.',
    ],
    wrong_network: [
      'Je wallet zit op een ander netwerk.',
      'Probeer het opnieuw en sta de overstap toe in je wallet.',
    ],
    method_unsupported: ['Deze wallet kan dit niet tekenen.', 'Probeer het met een andere wallet.'],
    wallet_failed: ['Je wallet meldt een fout.', 'Er is niets afgeschreven. Probeer het opnieuw.'],
    insufficient_funds: ['Er zit niet genoeg in je wallet.', 'Voeg AUSD toe of kies een kortere tijd.'],
    payer_frozen: [
      'De uitgever heeft de AUSD van deze wallet bevroren.',
      'Betaal met een andere wallet. Alleen de uitgever kan dit opheffen.',
    ],
    not_found: [
      'We kunnen deze betaling niet vinden.',
      'Misschien is de link onvolledig. Ga terug naar de winkel en begin opnieuw.',
    ],
    misconfigured: ['Deze betaling is niet goed ingesteld.', tellMerchant],
    unreachable: [
      'De dienst antwoordt niet.',
      `Controleer je verbinding en probeer het opnieuw. ${neverTwice}`,
    ],
    too_many: ['Te veel verzoeken tegelijk.', 'Wacht even en probeer het opnieuw.'],
    chain_unavailable: ['Het netwerk is nu niet bereikbaar.', `Probeer het straks opnieuw. ${neverTwice}`],
    expired: ['Deze betaling is verlopen.', startAnew],
    closed: ['Deze betaling is gesloten.', startAnew],
    claimed: [
      'Hier is al een andere wallet begonnen.',
      merchant => `Gebruik die wallet, of begin opnieuw bij ${merchant}.`,
    ],
    inactive: ['Dit is niet meer te koop.', merchant => `Vraag het aan ${merchant}.`],
    deposit_small: [
      'Dat is minder dan de kleinste inleg.',
      'Kies meer tijd. Ligt de duur vast, meld het dan aan de winkel.',
    ],
    too_many_meters: [
      'Deze wallet heeft te veel open meters.',
      'Stop er een, of betaal met een andere wallet.',
    ],
    signed_out: ['Je bent uitgelogd.', 'Verbind de wallet die de meter heeft goedgekeurd.'],
    sign_in_late: ['Het inloggen duurde te lang.', 'Probeer het opnieuw en bevestig binnen vijf minuten.'],
    sign_in_elsewhere: ['Deze pagina mag je niet inloggen.', tellMerchant],
    signature_invalid: [
      'De handtekening hoort niet bij dit account.',
      'Probeer het opnieuw met hetzelfde account.',
    ],
    signature_late: [
      'De handtekening kwam te laat.',
      'Er is niets afgeschreven. Probeer het opnieuw: je krijgt meer tijd.',
    ],
    pairing_expired: ['De code is verlopen.', 'Probeer het met een nieuwe.'],
    relay_unreachable: [
      'WalletConnect is niet bereikbaar.',
      'Controleer je verbinding of gebruik een andere wallet.',
    ],
    invalid_state: ['Dat kan nu niet.', 'De meter is intussen veranderd.'],
    malformed: ['De dienst gaf een onbegrijpelijk antwoord.', tellMerchant],
    other_tab: [
      'Een ander tabblad vraagt nu iets aan je wallet.',
      'Antwoord daar, of sluit dat tabblad en probeer het opnieuw.',
    ],
    other_account: [
      'Hier is een ander account om een handtekening gevraagd.',
      'Schakel over naar dat account, of wacht tot de tijd om te tekenen voorbij is.',
    ],
    asked_changed: [
      'Deze betaling is veranderd sinds je wallet is gevraagd.',
      merchant =>
        `Misschien heeft een andere pagina van deze site haar veranderd, daarom wordt je wallet niet opnieuw gevraagd. Begin opnieuw bij ${merchant}.`,
    ],
    meter_known: ['Deze betaling is al geopend op het netwerk.', 'Je hoeft niets meer te tekenen.'],
    signature_disputed: [
      'De dienst weigert je handtekening, hoewel die klopt.',
      'De fout ligt bij de dienst. Opnieuw proberen stuurt dezelfde handtekening.',
    ],
    unloaded: ['Een deel van deze pagina is niet geladen.', 'Laad de pagina opnieuw.'],
    insecure: [
      'Deze pagina is niet beveiligd.',
      'Een betaling heeft een https-adres nodig. Meld dit aan de verkoper.',
    ],
    altered: [
      'Deze pagina verandert wat de betaling toont of verstuurt.',
      'Schakel extensies uit die pagina’s veranderen, of gebruik een andere browser.',
    ],
    replaces_missing: ['Hier is geen meter van jou om te verlengen.', startAnew],
    replaces_ended: ['De meter die je wilde verlengen is afgelopen.', startAnew],
    replaced_early: ['De dienst heeft je oude meter gestopt en geen nieuwe gestart.', tellMerchant],
    replaced_not: ['De dienst heeft je oude meter niet gestopt.', 'Stop een van de twee.'],
    unexpected: ['Er ging iets mis.', `Probeer het opnieuw. ${neverTwice}`],
  },
  needsMore: missing => `Je wallet heeft nog ${missing} AUSD nodig.`,
  notEnough: (balance, needed) => `Er zit ${balance} in van de ${needed} die nodig is.`,
  sendTo: network => `Stuur AUSD via ${network}, en via geen ander netwerk, naar dit adres:`,
  copyAddress: 'Adres kopiëren',
  added: 'Ik heb het toegevoegd',
  whereToGet: merchant => `Vraag ${merchant} waar je AUSD krijgt.`,
  otherLength: 'Je kunt een andere duur kiezen.',
  useLongest: length => `Neem de langste die ik kan betalen: ${length}`,
  refused: {
    chain: 'We zijn gestopt: de dienst vroeg om een netwerk dat hier niet hoort.',
    escrow: 'We zijn gestopt: de dienst vroeg om een escrow die niet van ons is.',
    token: 'We zijn gestopt: de dienst vroeg om een andere munt.',
    terms: 'We zijn gestopt: de dienst vroeg om andere voorwaarden dan je hier ziet.',
    sign_in: 'We zijn gestopt: de dienst vroeg om een login die niet voor deze pagina is.',
    meter: 'De cijfers van de dienst zijn niet die waarvoor je hebt getekend.',
  },
  refusedAdvice: 'Je wallet is niets gevraagd en er is niets getekend. Laat het de verkoper weten.',
  refusedMeterAdvice:
    'Je ziet de laatste cijfers die klopten. De escrow houdt iedereen aan wat je hebt getekend.',
}

import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Torna da ${merchant} per iniziarne uno nuovo.`
const tellMerchant = 'Avvisa il venditore.'
const neverTwice = 'Riprovare non addebita mai due volte.'

/** Italian; addresses with "tu". */
export const words: Words = {
  testMode: 'In prova',
  loading: 'Caricamento del pagamento…',

  rates: {
    second: amount => `${amount} al secondo`,
    minute: amount => `${amount} al minuto`,
    hour: amount => `${amount} all’ora`,
    day: amount => `${amount} al giorno`,
    month: amount => `${amount} al mese`,
  },
  rateFree: 'Gratis',

  maximumDuration: 'Durata massima',
  duration: 'Durata',
  unit: 'Unità',
  slider: 'Più breve o più lunga',
  sliderValue: (length, amount) => `${length}, al massimo ${amount}`,
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 giorno', 604800: '7 giorni', 2592000: '30 giorni' },
  durationRange: 'Scegli tra 60 secondi e 30 giorni.',
  durationShortest: length => `Durata minima: ${length}.`,
  durationLongest: length => `Durata massima: ${length}.`,
  durationLeast: (length, amount) => `Almeno ${length}: il deposito minimo è di ${amount}.`,
  durationFixed: (length, merchant) => `Dura al massimo ${length}, come stabilito da ${merchant}.`,
  durationCapped: length => `Dura al massimo ${length}.`,
  clockDays: days => `${days} g`,

  mostCharged: 'Il massimo che ti può essere addebitato',
  payOnlyUsed: 'Paghi solo i secondi che usi. Il resto torna nel tuo wallet.',
  roundedUp: deposit =>
    `Firmi per ${deposit}: la valuta non ha unità più piccole, quindi si arrotonda per eccesso.`,

  steps: 'Passaggi',
  stepChoose: 'Scegli',
  stepConnect: 'Connetti',
  stepSignIn: 'Accedi',
  stepAuthorise: 'Autorizza',
  stepDone: 'fatto',

  walletHint: 'Usa il wallet che hai già',
  walletChoose: 'Scegli il tuo wallet',
  email: 'Email',
  emailWhy: 'Per le ricevute. La blockchain non la vede mai.',
  emailRefused: 'Inserisci il tuo indirizzo email, come tu@esempio.it.',
  changeWallet: 'Cambia',
  changeWalletLabel: 'Cambia wallet',

  pairing: {
    code: 'Richiesta di un codice…',
    scan: 'Scansiona con l’app del tuo wallet.',
    picture: 'Codice QR per l’app del tuo wallet',
    open: 'Apri l’app',
    copy: 'Copia link',
  },

  openInWallet: wallet => `Apri in ${wallet}`,
  copyPageLink: 'Copia il link di questa pagina',

  connectWallet: 'Connetti wallet',
  signIn: 'Accedi',
  authorise: amount => `Autorizza ${amount}`,
  authoriseNothing: 'Autorizza',
  cancel: 'Annulla',
  tryAgain: 'Riprova',
  startAgain: 'Ricomincia',

  lookingForWallets: 'Ricerca dei wallet…',
  confirmIn: wallet => `Conferma in ${wallet}…`,
  signingIn: 'Accesso in corso…',
  preparing: 'Preparazione…',
  switchingChain: (wallet, chain) => `Passa a ${chain} in ${wallet}…`,
  checkingFunds: 'Verifica del saldo…',
  opening: 'Apertura del deposito…',
  openingOn: chain => `Apertura del deposito su ${chain}…`,
  slowWallet: wallet => `Non vedi nulla? Apri ${wallet}: la sua finestra potrebbe essere dietro questa.`,
  slowShared: deadline =>
    `Forse devono firmare anche altri titolari di questo wallet. Questa pagina attende; tutti devono firmare entro: ${deadline}.`,
  askAgain: 'Chiedi di nuovo',
  slowService: 'Ci vuole più del solito. Resta su questa pagina; non devi fare nulla.',
  slowOpening: 'La rete si prende il suo tempo. Hai firmato: puoi attendere o tornare più tardi.',

  facts: { gas: 'Senza gas', stop: 'Stop quando vuoi', refund: 'Rimborso automatico' },
  notices: {
    account_changed: 'Il tuo wallet ora usa un altro account.',
    disconnected: 'Il tuo wallet ha chiuso la connessione. Connettilo di nuovo per continuare.',
    contract_balance_low: 'In questo wallet c’è meno del massimo. Ricaricalo prima di confermare.',
  },
  signedElsewhere: (amount, deadline) =>
    `Hai già firmato per un altro pagamento di questo negozio: fino a ${amount}, con scadenza ${deadline}. Autorizza questo solo se li vuoi entrambi.`,
  lock: {
    asked: (amount, length, deadline) =>
      `Al tuo wallet è stata chiesta una firma: al massimo ${amount}, ${length}, con scadenza ${deadline}. Fino ad allora può ancora firmare, e questa pagina non ne chiede altre. Nel negozio puoi iniziare subito un nuovo pagamento.`,
    signed: (amount, deadline) =>
      `La tua firma per un massimo di ${amount} è valida, con scadenza ${deadline}. Fino ad allora questa pagina non ne chiede altre.`,
    known: amount =>
      `Il deposito custodisce ${amount} per questo pagamento. Puoi fermarlo senza il servizio.`,
    unread: 'Questa pagina non ha controllato la rete: il pagamento potrebbe essere già aperto lì.',
    look: 'Controlla ora',
    stop: 'Ferma sulla rete',
    stopSent: 'Inviato, in attesa della rete.',
    stopped:
      'Fermato sulla rete. Un giorno dopo chiunque può inviare ciò che resta, al tuo wallet e a nessun altro.',
  },
  walletShows: {
    title: 'Cosa mostrerà il tuo wallet',
    token: 'Il nome completo di AUSD.',
    to: 'Custodisce il denaro finché non interrompi.',
    value: amount => `Sono ${amount}.`,
    validBefore: instant => `${instant}. Poi non vale più.`,
    unknownType: 'Alcuni wallet lo chiamano tipo sconosciuto. Confronta queste quattro righe, poi conferma.',
  },

  details: 'Dettagli',
  payee: 'Beneficiario',
  payeeLater: 'Visibile dopo aver connesso il wallet',
  escrow: 'Deposito a garanzia',
  fee: 'Commissione di servizio',
  feeValue: percent => `${percent} di ciò che paghi, a carico del venditore`,
  operator: 'Gestore',
  deadline: 'Firma entro',
  stopGrace: 'Attesa dopo il tuo stop',
  expiry: 'Termina al più tardi',
  network: 'Rete',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Pagato in',
  tokenValue: 'AUSD, un dollaro USA ciascuno',
  terms: 'Condizioni firmate',
  promise:
    'Il deposito non lascia prendere a nessuno più di questa tariffa per il tempo trascorso dall’apertura, né più del massimo. Le pause si basano sulla parola del servizio; fermare sulla rete non dipende da nessuno.',
  exit: 'Fermare e recuperare senza questo servizio',
  copyWhat: what => `Copia: ${what}`,
  copied: 'Copiato',
  show: what => `${what} sul block explorer`,

  expiredTitle: 'Questo pagamento è scaduto',
  expiredText: merchant => `Non è stato addebitato nulla. ${startAnew(merchant)}`,
  backTo: merchant => `Torna da ${merchant}`,
  canceledTitle: 'Annullato',
  canceledText: 'Non è stato addebitato né autorizzato nulla.',
  canceledOpen: 'Qui non ti viene chiesto altro.',

  continueTo: merchant => `Continua su ${merchant}`,
  takingYouTo: merchant => `Ti portiamo su ${merchant}…`,
  authorisedTitle: 'Autorizzato',
  authorisedText: (amount, length) => `Fino a ${amount}, per un massimo di ${length}.`,
  manageHint: 'Per vedere o fermare il contatore, connetti il wallet che lo ha autorizzato.',
  readingMeter: 'Lettura del contatore…',

  meterStatus: {
    waiting: 'Non avviato',
    running: 'In corso',
    paused: 'In pausa',
    past_due: 'Addebito in sospeso',
    ended: 'Terminato',
    canceled: 'Fermato',
  },
  matchesSigned: 'Corrisponde a ciò che hai firmato',
  lastKnown: instant => `Il servizio non risponde. Conteggio a partire dall’ultima risposta (${instant}).`,
  spent: 'Speso finora',
  ofMaximum: maximum => `su un massimo di ${maximum}`,
  timeUsed: 'Tempo usato',
  timeLeft: 'Tempo rimasto',
  waitingForMerchant: merchant =>
    `${merchant} avvia il contatore quando tutto è pronto. Fino ad allora non si addebita nulla.`,
  pastDueText: 'L’ultimo addebito non è riuscito. Viene ripetuto da solo; non devi fare nulla.',
  pausedText: 'Il contatore è fermo. Durante la pausa non si addebita nulla.',
  pause: 'Metti in pausa',
  resume: 'Riprendi',
  stop: 'Ferma',
  pausing: 'Messa in pausa…',
  resuming: 'Ripresa…',
  stopping: 'Arresto…',
  stopTitle: 'Fermare il contatore?',
  stopText: (spent, returns) => `Ti vengono addebitati ${spent} e ${returns} tornano nel tuo wallet.`,
  stopNow: 'Ferma ora',
  keepRunning: 'Continua',

  carryOn: {
    extend: 'Prolunga',
    endsIn: time => `Termina tra ${time}`,
    stopsAt: (maximum, instant) =>
      `su un massimo di ${maximum}. Alle ${instant} il contatore si ferma da solo.`,
    longer: 'Quanto tempo in più',
    mostCharged: 'Il massimo che ti può essere addebitato da quel momento',
    comesBack: 'Torna da prima',
    about: amount => `circa ${amount}`,
    endsAt: 'Termina alle',
    seamless:
      'Niente si interrompe. Il nuovo contatore parte, quello vecchio si ferma nello stesso secondo e ciò che ne resta torna.',
    done: (length, amount) => `Prolungato. Prima: ${length}, ${amount}`,
    failed: instant =>
      `Il nuovo contatore non è partito. Non è stato addebitato nulla e quello vecchio termina sempre alle ${instant}.`,
    notStarted: 'Il nuovo contatore non è partito. Non è stato addebitato nulla.',
  },

  charged: 'Addebitato',
  feeIncluded: fee => `di cui ${fee} di commissione di servizio, a carico del venditore`,
  refunded: 'Restituito al tuo wallet',
  notArrived: 'Se non è arrivato',
  settling: 'Regolamento sulla rete in corso. Il resto sta tornando nel tuo wallet…',
  transaction: 'Aperto in',
  settledIn: 'Regolato in',
  closedIn: 'Chiuso in',
  started: 'Inizio',
  ended: 'Fine',
  print: 'Stampa',
  download: 'Scarica la ricevuta',

  problems: {
    no_wallet: [
      'Non c’è nessun wallet in questo browser.',
      'Installane uno, o apri questa pagina nel browser del tuo wallet, e riprova.',
    ],
    user_rejected: ['Hai rifiutato nel tuo wallet.', 'Non è stato firmato né addebitato nulla.'],
    rejected_unseen: [
      'Il tuo wallet ha rifiutato senza mostrarti nulla.',
      'Non è stato firmato né addebitato nulla. Controlla le sue impostazioni o usa un altro wallet.',
    ],
    request_pending: ['Il tuo wallet ha già una richiesta aperta.', 'Apri il wallet, rispondi e riprova.'],
    locked: ['Il tuo wallet è bloccato.', 'Sbloccalo e riprova.'],
    wallet_moved: [
      'La connessione al tuo wallet è terminata.',
      'Sbloccalo, mantieni lo stesso account e riprova.',
    ],
    wrong_network: [
      'Il tuo wallet è su un’altra rete.',
      'Riprova e consenti il cambio di rete nel tuo wallet.',
    ],
    method_unsupported: ['Questo wallet non può firmare questa richiesta.', 'Riprova con un altro wallet.'],
    wallet_failed: ['Il tuo wallet ha segnalato un errore.', 'Non è stato addebitato nulla. Riprova.'],
    insufficient_funds: ['Nel tuo wallet non c’è abbastanza.', 'Aggiungi AUSD o scegli un tempo più breve.'],
    payer_frozen: [
      'L’emittente ha congelato gli AUSD di questo wallet.',
      'Paga con un altro wallet. Solo l’emittente può sbloccarli.',
    ],
    not_found: [
      'Non troviamo questo pagamento.',
      'Il link potrebbe essere incompleto. Torna al negozio e ricomincia.',
    ],
    misconfigured: ['Questo pagamento non è configurato bene.', tellMerchant],
    unreachable: ['Il servizio non risponde.', `Controlla la connessione e riprova. ${neverTwice}`],
    too_many: ['Troppe richieste insieme.', 'Attendi un momento e riprova.'],
    chain_unavailable: ['La rete non è raggiungibile in questo momento.', `Riprova tra poco. ${neverTwice}`],
    expired: ['Questo pagamento è scaduto.', startAnew],
    closed: ['Questo pagamento è chiuso.', startAnew],
    claimed: [
      'Qui ha già iniziato un altro wallet.',
      merchant => `Usa quel wallet, o torna da ${merchant} per un nuovo pagamento.`,
    ],
    inactive: ['Non è più in vendita.', merchant => `Chiedi a ${merchant}.`],
    deposit_small: [
      'È meno del deposito minimo.',
      'Scegli più tempo. Se la durata è fissa, avvisa il venditore.',
    ],
    too_many_meters: [
      'Questo wallet ha troppi contatori aperti.',
      'Fermane uno, o paga con un altro wallet.',
    ],
    signed_out: ['Sei disconnesso.', 'Connetti il wallet che ha autorizzato il contatore.'],
    sign_in_late: ['L’accesso ha richiesto troppo tempo.', 'Riprova e conferma entro cinque minuti.'],
    sign_in_elsewhere: ['Questa pagina non può farti accedere.', tellMerchant],
    signature_invalid: ['La firma non corrisponde a questo account.', 'Riprova con lo stesso account.'],
    signature_late: ['La firma è arrivata tardi.', 'Non è stato addebitato nulla. Riprova: avrai più tempo.'],
    pairing_expired: ['Il codice è scaduto.', 'Riprova con uno nuovo.'],
    relay_unreachable: [
      'WalletConnect non è raggiungibile.',
      'Controlla la connessione o usa un altro wallet.',
    ],
    invalid_state: ['Al momento non è possibile.', 'Nel frattempo il contatore è cambiato.'],
    malformed: ['Il servizio ha dato una risposta senza senso.', tellMerchant],
    other_tab: [
      'Un’altra scheda sta chiedendo qualcosa al tuo wallet.',
      'Rispondi lì, o chiudi quella scheda e riprova.',
    ],
    other_account: [
      'Qui la firma è stata chiesta a un altro account.',
      'Passa a quell’account o attendi che scada il suo tempo per firmare.',
    ],
    asked_changed: [
      'Questo pagamento è cambiato da quando è stato interpellato il tuo wallet.',
      merchant =>
        `Forse lo ha cambiato un’altra pagina di questo sito, perciò il tuo wallet non viene interpellato di nuovo. Torna da ${merchant} per un nuovo pagamento.`,
    ],
    meter_known: ['Questo pagamento è già aperto sulla rete.', 'Non serve nessun’altra tua firma.'],
    signature_disputed: [
      'Il servizio rifiuta la tua firma, anche se è corretta.',
      'L’errore è del servizio. Riprovando si consegna la stessa firma.',
    ],
    unloaded: ['Una parte di questa pagina non è stata caricata.', 'Ricarica la pagina.'],
    insecure: [
      'Questa pagina non è sicura.',
      'Un pagamento richiede un indirizzo https. Avvisa il venditore.',
    ],
    altered: [
      'Questa pagina altera ciò che il pagamento mostra o invia.',
      'Disattiva le estensioni che alterano le pagine, o usa un altro browser.',
    ],
    replaces_missing: ['Qui non c’è nessun tuo contatore da prolungare.', startAnew],
    replaces_ended: ['Il contatore da prolungare è terminato.', startAnew],
    replaced_early: ['Il servizio ha fermato il vecchio contatore senza avviarne uno nuovo.', tellMerchant],
    replaced_not: ['Il servizio non ha fermato il vecchio contatore.', 'Ferma uno dei due.'],
    unexpected: ['Qualcosa è andato storto.', `Riprova. ${neverTwice}`],
  },
  notEnough: (balance, needed, missing) =>
    `Contiene ${balance} AUSD dei ${needed} necessari; mancano ${missing} AUSD.`,
  fundsFixed: 'Aggiungi AUSD e riprova: la durata è fissa.',
  fundsTooLittle: 'Non basta nemmeno per la durata minima. Aggiungi AUSD e riprova.',
  useLongest: length => `Usa la più lunga che posso pagare: ${length}`,
  refused: {
    chain: 'Ci siamo fermati: il servizio ha chiesto una rete non prevista qui.',
    escrow: 'Ci siamo fermati: il servizio ha chiesto un deposito che non è il nostro.',
    token: 'Ci siamo fermati: il servizio ha chiesto un’altra valuta.',
    terms: 'Ci siamo fermati: il servizio ha chiesto condizioni diverse da quelle mostrate.',
    sign_in: 'Ci siamo fermati: il servizio ha chiesto un accesso che non è per questa pagina.',
    meter: 'Le cifre del servizio non sono quelle che hai firmato.',
  },
  refusedAdvice: 'Al tuo wallet non è stato chiesto nulla e non è stato firmato nulla. Avvisa il venditore.',
  refusedMeterAdvice:
    'Sono mostrate le ultime cifre corrette. Il deposito vincola tutti a ciò che hai firmato.',
}

import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Vuelve a ${merchant} para empezar otro.`
const tellMerchant = 'Avisa al comercio.'
const neverTwice = 'Reintentarlo nunca cobra dos veces.'

/** Spanish, for readers on both sides of the Atlantic; addresses with "tú". */
export const words: Words = {
  testMode: 'Modo de prueba',
  loading: 'Cargando el pago…',

  rates: {
    second: amount => `${amount} por segundo`,
    minute: amount => `${amount} por minuto`,
    hour: amount => `${amount} por hora`,
    day: amount => `${amount} por día`,
    month: amount => `${amount} por mes`,
  },
  rateFree: 'Gratis',

  maximumDuration: 'Duración máxima',
  duration: 'Duración',
  unit: 'Unidad',
  slider: 'Más corta o más larga',
  sliderValue: (length, amount) => `${length}, ${amount} como máximo`,
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 día', 604800: '7 días', 2592000: '30 días' },
  durationRange: 'Elige entre 60 segundos y 30 días.',
  durationFixed: (length, merchant) => `Dura como máximo ${length}, según lo fijado por ${merchant}.`,
  durationCapped: length => `Dura como máximo ${length}.`,
  clockDays: days => `${days} d`,

  mostCharged: 'Lo máximo que se te puede cobrar',
  payOnlyUsed: 'Solo pagas los segundos que usas. El resto vuelve a tu billetera.',
  roundedUp: deposit =>
    `Firmas por ${deposit}: la moneda no admite fracciones menores, así que se redondea hacia arriba.`,

  steps: 'Pasos',
  stepChoose: 'Elegir',
  stepConnect: 'Conectar',
  stepSignIn: 'Iniciar sesión',
  stepAuthorise: 'Autorizar',
  stepDone: 'hecho',

  walletHint: 'Usa la billetera que ya tienes',
  walletChoose: 'Elige tu billetera',
  email: 'Correo electrónico',
  emailWhy: 'Para los recibos. La blockchain nunca lo ve.',
  emailRefused: 'Escribe tu correo electrónico, como tu@ejemplo.com.',
  changeWallet: 'Cambiar',
  changeWalletLabel: 'Cambiar de billetera',

  pairing: {
    code: 'Obteniendo un código…',
    scan: 'Escanéalo con la app de tu billetera.',
    picture: 'Código QR para la app de tu billetera',
    open: 'Abrir la app',
    copy: 'Copiar enlace',
  },

  openInWallet: wallet => `Abrir en ${wallet}`,
  copyPageLink: 'Copiar el enlace de esta página',

  connectWallet: 'Conectar billetera',
  signIn: 'Iniciar sesión',
  authorise: amount => `Autorizar ${amount}`,
  authoriseNothing: 'Autorizar',
  cancel: 'Cancelar',
  tryAgain: 'Reintentar',
  startAgain: 'Empezar de nuevo',

  lookingForWallets: 'Buscando billeteras…',
  confirmIn: wallet => `Confirma en ${wallet}…`,
  signingIn: 'Iniciando sesión…',
  preparing: 'Preparando…',
  switchingChain: (wallet, chain) => `Cambia a ${chain} en ${wallet}…`,
  checkingFunds: 'Comprobando tu saldo…',
  opening: 'Abriendo el depósito…',
  openingOn: chain => `Abriendo el depósito en ${chain}…`,
  slowWallet: wallet => `¿No ves nada? Abre ${wallet}: su ventana puede estar detrás de esta.`,
  slowShared: deadline =>
    `Puede que otros titulares de esta billetera también deban firmar. Esta página espera; todos deben firmar antes de ${deadline}.`,
  askAgain: 'Volver a pedir',
  slowService: 'Está tardando más de lo habitual. Quédate en esta página; no tienes que hacer nada.',
  slowOpening: 'La red se toma su tiempo. Ya has firmado: puedes esperar o volver más tarde.',

  facts: { gas: 'Sin gas', stop: 'Detenlo cuando quieras', refund: 'Reembolso automático' },
  notices: {
    account_changed: 'Tu billetera usa ahora otra cuenta.',
    disconnected: 'Tu billetera cerró la conexión. Conéctala de nuevo para seguir.',
    stopped_on_chain:
      'Detenido en la red. Un día después, cualquiera puede enviar lo que quede, a tu billetera y a nadie más.',
    contract_balance_low: 'En esta billetera hay menos que el máximo. Añade fondos antes de confirmar.',
  },
  signedElsewhere: (amount, deadline) =>
    `Ya has firmado otro pago de esta tienda, por ${amount} como máximo y válido hasta el ${deadline}: autoriza este solo si quieres los dos.`,
  lock: {
    asked: (amount, length, deadline) =>
      `Se pidió una firma a tu billetera: ${amount} como máximo, ${length}. Hasta el ${deadline}, esta página no pide ninguna otra.`,
    signed: (amount, deadline) =>
      `Tu firma por ${amount} como máximo es válida hasta el ${deadline}; hasta entonces, esta página no pide ninguna otra.`,
    known: amount => `El depósito guarda ${amount} para este pago. Puedes detenerlo sin el servicio.`,
    stop: 'Detener en la red',
  },
  walletShows: {
    title: 'Lo que mostrará tu billetera',
    action: 'Función',
    recipient: 'Destinatario, nuestro depósito',
    value: 'Valor',
    valueMeans: (raw, amount) => `${raw}, es decir, ${amount}`,
    validUntil: 'Válido hasta',
  },

  details: 'Detalles',
  payee: 'Cobra',
  payeeLater: 'Se muestra al conectar tu billetera',
  escrow: 'Depósito en garantía',
  fee: 'Comisión del servicio',
  feeValue: percent => `${percent} de lo que pagas, a cargo del comercio`,
  deadline: 'Firmar antes de',
  network: 'Red',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Se paga en',
  tokenValue: 'AUSD, cada uno un dólar estadounidense',
  terms: 'Condiciones firmadas',
  promise:
    'El depósito no deja que nadie tome más que esta tarifa por el tiempo transcurrido desde que se abrió, ni más que el máximo. Las pausas dependen de la palabra del servicio; detener en la red no depende de nadie.',
  copyWhat: what => `Copiar: ${what}`,
  copied: 'Copiado',
  show: what => `${what} en el explorador de bloques`,

  expiredTitle: 'Este pago ha caducado',
  expiredText: merchant => `No se ha cobrado nada. ${startAnew(merchant)}`,
  backTo: merchant => `Volver a ${merchant}`,
  canceledTitle: 'Cancelado',
  canceledText: 'No se ha cobrado ni autorizado nada.',
  canceledOpen: 'Aquí no se te pide nada más.',

  continueTo: merchant => `Continuar a ${merchant}`,
  takingYouTo: merchant => `Te llevamos a ${merchant}…`,
  authorisedTitle: 'Autorizado',
  authorisedText: (amount, length) => `Hasta ${amount}, durante ${length} como máximo.`,
  manageHint: 'Para ver o detener el contador, conecta la billetera que lo autorizó.',
  readingMeter: 'Leyendo el contador…',

  meterStatus: {
    waiting: 'Sin empezar',
    running: 'En marcha',
    paused: 'En pausa',
    past_due: 'Cobro pendiente',
    ended: 'Terminado',
    canceled: 'Detenido',
  },
  matchesSigned: 'Coincide con lo que firmaste',
  lastKnown: instant => `El servicio no responde. Se cuenta a partir de su último dato (${instant}).`,
  spent: 'Gastado hasta ahora',
  ofMaximum: maximum => `de ${maximum} como máximo`,
  timeUsed: 'Tiempo usado',
  timeLeft: 'Tiempo restante',
  waitingForMerchant: merchant =>
    `${merchant} pone en marcha el contador cuando todo está listo. Hasta entonces no se cobra nada.`,
  pastDueText: 'El último cobro no se completó. Se reintenta solo; no tienes que hacer nada.',
  pausedText: 'El contador está parado. No se cobra nada mientras está en pausa.',
  pause: 'Pausar',
  resume: 'Reanudar',
  stop: 'Detener',
  pausing: 'Pausando…',
  resuming: 'Reanudando…',
  stopping: 'Deteniendo…',
  stopTitle: '¿Detener el contador?',
  stopText: (spent, returns) => `Se te cobran ${spent} y ${returns} vuelven a tu billetera.`,
  stopNow: 'Detener ahora',
  keepRunning: 'Seguir',

  charged: 'Cobrado',
  feeIncluded: fee => `De ello, el comercio paga ${fee} de comisión del servicio`,
  refunded: 'Devuelto a tu billetera',
  settling: 'Liquidando en la red. El resto va de camino a tu billetera…',
  transaction: 'Abierto en',
  settledIn: 'Liquidado en',
  closedIn: 'Cerrado en',
  started: 'Inicio',
  ended: 'Fin',
  print: 'Imprimir',
  download: 'Descargar recibo',

  problems: {
    no_wallet: [
      'No hay ninguna billetera en este navegador.',
      'Instala una o abre esta página en el navegador de tu billetera y reinténtalo.',
    ],
    user_rejected: ['Lo rechazaste en tu billetera.', 'No se ha firmado ni cobrado nada.'],
    request_pending: ['Tu billetera ya tiene una solicitud abierta.', 'Ábrela, respóndela y reinténtalo.'],
    locked: ['Tu billetera está bloqueada.', 'Desbloquéala y reinténtalo.'],
    wallet_moved: [
      'Se perdió la conexión con tu billetera.',
      'Desbloquéala, mantén la misma cuenta y reinténtalo.',
    ],
    wrong_network: ['Tu billetera está en otra red.', 'Al reintentarlo, permite el cambio en tu billetera.'],
    method_unsupported: ['Esta billetera no puede firmar esto.', 'Reinténtalo con otra billetera.'],
    wallet_failed: ['Tu billetera dio un error.', 'No se ha cobrado nada. Reinténtalo.'],
    insufficient_funds: ['No hay suficiente en tu billetera.', 'Añade AUSD o elige menos tiempo.'],
    not_found: [
      'No encontramos este pago.',
      'Puede que el enlace esté incompleto. Vuelve a la tienda y empieza de nuevo.',
    ],
    misconfigured: ['Este pago no está bien configurado.', tellMerchant],
    unreachable: ['El servicio no responde.', `Revisa tu conexión y reinténtalo. ${neverTwice}`],
    too_many: ['Demasiadas solicitudes a la vez.', 'Espera un momento y reinténtalo.'],
    chain_unavailable: ['Ahora mismo no se puede acceder a la red.', `Reinténtalo en breve. ${neverTwice}`],
    expired: ['Este pago ha caducado.', startAnew],
    closed: ['Este pago está cerrado.', startAnew],
    claimed: [
      'Otra billetera ya ha empezado aquí.',
      merchant => `Usa esa billetera o vuelve a ${merchant} para empezar otro pago.`,
    ],
    inactive: ['Esto ya no está a la venta.', merchant => `Consulta a ${merchant}.`],
    sign_in_late: [
      'El inicio de sesión tardó demasiado.',
      'Reinténtalo y confirma en menos de cinco minutos.',
    ],
    sign_in_elsewhere: ['Esta página no puede iniciar tu sesión.', tellMerchant],
    signature_invalid: ['La firma no corresponde a esta cuenta.', 'Reinténtalo con la misma cuenta.'],
    signature_late: ['La firma llegó tarde.', 'No se ha cobrado nada. Reinténtalo: tendrás más tiempo.'],
    pairing_expired: ['El código ha caducado.', 'Reinténtalo con uno nuevo.'],
    relay_unreachable: ['No se puede acceder a WalletConnect.', 'Revisa tu conexión o usa otra billetera.'],
    invalid_state: ['Ahora mismo no es posible.', 'El contador ha cambiado entretanto.'],
    malformed: ['El servicio dio una respuesta sin sentido.', tellMerchant],
    other_tab: [
      'Otra pestaña está pidiendo algo a tu billetera.',
      'Responde allí, o cierra esa pestaña y reinténtalo.',
    ],
    other_account: [
      'Aquí se pidió la firma a otra cuenta.',
      'Cambia a esa cuenta o espera a que venza su plazo para firmar.',
    ],
    meter_known: ['Este pago ya está abierto en la red.', 'No hace falta ninguna otra firma tuya.'],
    signature_disputed: [
      'El servicio rechaza tu firma, aunque es correcta.',
      'El fallo es del servicio. Al reintentarlo se entrega la misma firma.',
    ],
    unexpected: ['Algo ha fallado.', `Reinténtalo. ${neverTwice}`],
  },
  notEnough: (balance, needed, missing) =>
    `Tiene ${balance} AUSD de los ${needed} necesarios; faltan ${missing} AUSD.`,
  fundsFixed: 'Añade AUSD y reinténtalo: la duración es fija.',
  fundsTooLittle: 'No alcanza ni para la duración mínima de 60 segundos. Añade AUSD y reinténtalo.',
  useLongest: length => `Usar la más larga que puedo pagar: ${length}`,
  refused: {
    chain: 'Nos detuvimos: el servicio pidió una red que aquí no se espera.',
    escrow: 'Nos detuvimos: el servicio pidió un depósito que no es el nuestro.',
    token: 'Nos detuvimos: el servicio pidió otra moneda.',
    terms: 'Nos detuvimos: el servicio pidió condiciones distintas de las que ves.',
    sign_in: 'Nos detuvimos: el servicio pidió un inicio de sesión que no es para esta página.',
    meter: 'Las cifras del servicio no son las que firmaste.',
  },
  refusedAdvice: 'No se pidió nada a tu billetera ni se firmó nada. Avisa al comercio.',
  refusedMeterAdvice:
    'Se muestran las últimas cifras correctas. El depósito obliga a todos a respetar lo que firmaste.',
}

import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Volte para ${merchant} e comece outro.`
const tellMerchant = 'Avise o vendedor.'
const neverTwice = 'Tentar de novo nunca cobra duas vezes.'

/** Portuguese as written in Brazil, kept readable in Portugal; addresses with "você". */
export const words: Words = {
  testMode: 'Modo de teste',
  loading: 'Carregando o pagamento…',

  rates: {
    second: amount => `${amount} por segundo`,
    minute: amount => `${amount} por minuto`,
    hour: amount => `${amount} por hora`,
    day: amount => `${amount} por dia`,
    month: amount => `${amount} por mês`,
  },
  rateFree: 'Grátis',

  maximumDuration: 'Duração máxima',
  duration: 'Duração',
  unit: 'Unidade',
  slider: 'Mais curta ou mais longa',
  sliderValue: (length, amount) => `${length}, no máximo ${amount}`,
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 dia', 604800: '7 dias', 2592000: '30 dias' },
  durationRange: 'Escolha entre 60 segundos e 30 dias.',
  durationFixed: (length, merchant) => `Dura no máximo ${length}, como definido por ${merchant}.`,
  durationCapped: length => `Dura no máximo ${length}.`,
  clockDays: days => `${days} d`,

  mostCharged: 'O máximo que pode ser cobrado',
  payOnlyUsed: 'Você paga só os segundos que usar. O resto volta para sua carteira.',
  roundedUp: deposit =>
    `Você assina por ${deposit}: a moeda não tem fração menor, por isso o valor é arredondado para cima.`,

  steps: 'Etapas',
  stepChoose: 'Escolher',
  stepConnect: 'Conectar',
  stepSignIn: 'Entrar',
  stepAuthorise: 'Autorizar',
  stepDone: 'concluído',

  walletHint: 'Use a carteira que você já tem',
  walletChoose: 'Escolha sua carteira',
  email: 'E-mail',
  emailWhy: 'Para os recibos. Nunca vai para a blockchain.',
  emailRefused: 'Digite seu e-mail, como voce@exemplo.com.',
  changeWallet: 'Trocar',
  changeWalletLabel: 'Trocar de carteira',

  pairing: {
    code: 'Obtendo um código…',
    scan: 'Escaneie com o app da sua carteira.',
    picture: 'Código QR para o app da sua carteira',
    open: 'Abrir o app',
    copy: 'Copiar link',
  },

  openInWallet: wallet => `Abrir em ${wallet}`,
  copyPageLink: 'Copiar o link desta página',

  connectWallet: 'Conectar carteira',
  signIn: 'Entrar',
  authorise: amount => `Autorizar ${amount}`,
  authoriseNothing: 'Autorizar',
  cancel: 'Cancelar',
  tryAgain: 'Tentar de novo',
  startAgain: 'Recomeçar',

  lookingForWallets: 'Procurando carteiras…',
  confirmIn: wallet => `Confirme em ${wallet}…`,
  signingIn: 'Entrando…',
  preparing: 'Preparando…',
  switchingChain: (wallet, chain) => `Mude para ${chain} em ${wallet}…`,
  checkingFunds: 'Verificando seu saldo…',
  opening: 'Abrindo o depósito…',
  openingOn: chain => `Abrindo o depósito em ${chain}…`,
  slowWallet: wallet => `Não aparece nada? Abra ${wallet}: a janela pode estar atrás desta.`,
  slowShared: deadline =>
    `Talvez outros donos desta carteira também precisem assinar. Esta página espera; todos devem assinar até ${deadline}.`,
  askAgain: 'Pedir de novo',
  slowService: 'Está demorando mais que o normal. Fique nesta página; não é preciso fazer nada.',
  slowOpening: 'A rede está demorando. Você já assinou: pode esperar ou voltar mais tarde.',

  facts: { gas: 'Sem gás', stop: 'Pare quando quiser', refund: 'Reembolso automático' },
  notices: {
    account_changed: 'Sua carteira agora usa outra conta.',
    disconnected: 'Sua carteira encerrou a conexão. Conecte-a de novo para continuar.',
    stopped_on_chain:
      'Parado na rede. Um dia depois, qualquer pessoa pode enviar o que restar, para sua carteira e para mais ninguém.',
    contract_balance_low: 'Há menos nesta carteira do que o máximo. Adicione saldo antes de confirmar.',
  },
  signedElsewhere: (amount, deadline) =>
    `Você já assinou outro pagamento desta loja: até ${amount}, válido até ${deadline}. Autorize este só se quiser os dois.`,
  lock: {
    asked: (amount, length, deadline) =>
      `Uma assinatura foi pedida à sua carteira: no máximo ${amount}, ${length}. Até ${deadline}, esta página não pede nenhuma outra.`,
    signed: (amount, deadline) =>
      `Sua assinatura de no máximo ${amount} vale até ${deadline}. Até lá, esta página não pede nenhuma outra.`,
    known: amount => `O depósito guarda ${amount} para este pagamento. Você pode pará-lo sem o serviço.`,
    stop: 'Parar na rede',
  },
  walletShows: {
    title: 'O que sua carteira vai mostrar',
    action: 'Função',
    recipient: 'Destinatário, nosso depósito',
    value: 'Valor',
    valueMeans: (raw, amount) => `${raw}, ou seja, ${amount}`,
    validUntil: 'Válido até',
  },

  details: 'Detalhes',
  payee: 'Quem recebe',
  payeeLater: 'Aparece quando sua carteira estiver conectada',
  escrow: 'Depósito em garantia',
  fee: 'Taxa de serviço',
  feeValue: percent => `${percent} do que você paga, por conta do vendedor`,
  deadline: 'Assinar até',
  network: 'Rede',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Pago em',
  tokenValue: 'AUSD, um dólar americano cada',
  terms: 'Termos assinados',
  promise:
    'O depósito não deixa ninguém retirar mais do que esta tarifa pelo tempo desde a abertura, nem mais do que o máximo. As pausas dependem da palavra do serviço; parar na rede não depende de ninguém.',
  copyWhat: what => `Copiar: ${what}`,
  copied: 'Copiado',
  show: what => `${what} no explorador de blocos`,

  expiredTitle: 'Este pagamento expirou',
  expiredText: merchant => `Nada foi cobrado. ${startAnew(merchant)}`,
  backTo: merchant => `Voltar para ${merchant}`,
  canceledTitle: 'Cancelado',
  canceledText: 'Nada foi cobrado nem autorizado.',
  canceledOpen: 'Nada mais é pedido a você aqui.',

  continueTo: merchant => `Continuar para ${merchant}`,
  takingYouTo: merchant => `Levando você para ${merchant}…`,
  authorisedTitle: 'Autorizado',
  authorisedText: (amount, length) => `Até ${amount}, por no máximo ${length}.`,
  manageHint: 'Para ver ou parar o medidor, conecte a carteira que o autorizou.',
  readingMeter: 'Lendo o medidor…',

  meterStatus: {
    waiting: 'Não iniciado',
    running: 'Em andamento',
    paused: 'Em pausa',
    past_due: 'Cobrança pendente',
    ended: 'Encerrado',
    canceled: 'Parado',
  },
  matchesSigned: 'Confere com o que você assinou',
  lastKnown: instant => `O serviço não responde. Contado a partir da última resposta (${instant}).`,
  spent: 'Gasto até agora',
  ofMaximum: maximum => `de no máximo ${maximum}`,
  timeUsed: 'Tempo usado',
  timeLeft: 'Tempo restante',
  waitingForMerchant: merchant =>
    `${merchant} inicia o medidor quando tudo estiver pronto. Nada é cobrado até lá.`,
  pastDueText: 'A última cobrança não foi concluída. Ela é repetida sozinha; você não precisa fazer nada.',
  pausedText: 'O medidor está parado. Nada é cobrado durante a pausa.',
  pause: 'Pausar',
  resume: 'Retomar',
  stop: 'Parar',
  pausing: 'Pausando…',
  resuming: 'Retomando…',
  stopping: 'Parando…',
  stopTitle: 'Parar o medidor?',
  stopText: (spent, returns) => `São cobrados ${spent}, e ${returns} voltam para sua carteira.`,
  stopNow: 'Parar agora',
  keepRunning: 'Continuar',

  charged: 'Cobrado',
  feeIncluded: fee => `Desse valor, o vendedor paga ${fee} de taxa de serviço`,
  refunded: 'Devolvido à sua carteira',
  settling: 'Liquidando na rede. O resto está a caminho da sua carteira…',
  transaction: 'Aberto em',
  settledIn: 'Liquidado em',
  closedIn: 'Fechado em',
  started: 'Início',
  ended: 'Fim',
  print: 'Imprimir',
  download: 'Baixar recibo',

  problems: {
    no_wallet: [
      'Não há carteira neste navegador.',
      'Instale uma, ou abra esta página no navegador da sua carteira, e tente de novo.',
    ],
    user_rejected: ['Você recusou na sua carteira.', 'Nada foi assinado nem cobrado.'],
    request_pending: ['Sua carteira já tem um pedido aberto.', 'Abra a carteira, responda e tente de novo.'],
    locked: ['Sua carteira está bloqueada.', 'Desbloqueie e tente de novo.'],
    wallet_moved: [
      'A conexão com sua carteira terminou.',
      'Desbloqueie, mantenha a mesma conta e tente de novo.',
    ],
    wrong_network: ['Sua carteira está em outra rede.', 'Tente de novo e permita a mudança na carteira.'],
    method_unsupported: ['Esta carteira não consegue assinar isto.', 'Tente de novo com outra carteira.'],
    wallet_failed: ['Sua carteira informou um erro.', 'Nada foi cobrado. Tente de novo.'],
    insufficient_funds: ['Não há o suficiente na sua carteira.', 'Adicione AUSD ou escolha um tempo menor.'],
    not_found: [
      'Não encontramos este pagamento.',
      'O link pode estar incompleto. Volte à loja e comece de novo.',
    ],
    misconfigured: ['Este pagamento não está bem configurado.', tellMerchant],
    unreachable: ['O serviço não responde.', `Verifique sua conexão e tente de novo. ${neverTwice}`],
    too_many: ['Pedidos demais ao mesmo tempo.', 'Espere um momento e tente de novo.'],
    chain_unavailable: ['A rede está fora de alcance agora.', `Tente de novo em breve. ${neverTwice}`],
    expired: ['Este pagamento expirou.', startAnew],
    closed: ['Este pagamento está encerrado.', startAnew],
    claimed: [
      'Outra carteira já começou aqui.',
      merchant => `Use essa carteira, ou volte para ${merchant} e comece outro pagamento.`,
    ],
    inactive: ['Isto não está mais à venda.', merchant => `Fale com ${merchant}.`],
    sign_in_late: ['A entrada demorou demais.', 'Tente de novo e confirme em até cinco minutos.'],
    sign_in_elsewhere: ['Esta página não pode fazer sua entrada.', tellMerchant],
    signature_invalid: ['A assinatura não corresponde a esta conta.', 'Tente de novo com a mesma conta.'],
    signature_late: ['A assinatura chegou tarde.', 'Nada foi cobrado. Tente de novo: você terá mais tempo.'],
    pairing_expired: ['O código expirou.', 'Tente com um novo.'],
    relay_unreachable: [
      'Não foi possível acessar o WalletConnect.',
      'Verifique sua conexão ou use outra carteira.',
    ],
    invalid_state: ['Isso não é possível agora.', 'O medidor mudou nesse meio-tempo.'],
    malformed: ['O serviço deu uma resposta sem sentido.', tellMerchant],
    other_tab: [
      'Outra aba está pedindo algo à sua carteira.',
      'Responda lá, ou feche aquela aba e tente de novo.',
    ],
    other_account: [
      'A assinatura foi pedida aqui a outra conta.',
      'Mude para aquela conta ou espere terminar o prazo dela para assinar.',
    ],
    meter_known: ['Este pagamento já está aberto na rede.', 'Nenhuma outra assinatura sua é necessária.'],
    signature_disputed: [
      'O serviço recusa sua assinatura, embora ela esteja certa.',
      'A falha é do serviço. Tentar de novo entrega a mesma assinatura.',
    ],
    unexpected: ['Algo deu errado.', `Tente de novo. ${neverTwice}`],
  },
  notEnough: (balance, needed, missing) =>
    `Ela tem ${balance} AUSD dos ${needed} necessários; faltam ${missing} AUSD.`,
  fundsFixed: 'Adicione AUSD e tente de novo: a duração é fixa.',
  fundsTooLittle: 'Não cobre nem a duração mínima de 60 segundos. Adicione AUSD e tente de novo.',
  useLongest: length => `Usar a mais longa que posso pagar: ${length}`,
  refused: {
    chain: 'Paramos: o serviço pediu uma rede que não é esperada aqui.',
    escrow: 'Paramos: o serviço pediu um depósito que não é o nosso.',
    token: 'Paramos: o serviço pediu outra moeda.',
    terms: 'Paramos: o serviço pediu termos diferentes dos que estão na tela.',
    sign_in: 'Paramos: o serviço pediu uma entrada que não é para esta página.',
    meter: 'Os números do serviço não são os que você assinou.',
  },
  refusedAdvice: 'Nada foi pedido à sua carteira e nada foi assinado. Avise o vendedor.',
  refusedMeterAdvice:
    'Aparecem os últimos números corretos. O depósito obriga todos a respeitar o que você assinou.',
}

import { words as brazilian } from './pt.ts'
import type { Words } from './text.ts'

/** Portuguese as written in Portugal: the Brazilian words, except those that differ there. */
export const words: Words = {
  ...brazilian,
  payOnlyUsed: 'Só paga os segundos que utilizar. O resto volta.',
  roundedUp: deposit =>
    `Assina por ${deposit}: a moeda não tem fração menor, por isso o valor é arredondado para cima.`,
  stepConnect: 'Ligar',
  walletHint: 'Pague com a aplicação da sua carteira',
  walletChoose: 'Escolha a sua carteira',
  emailExample: 'nome@exemplo.com',
  emailRefused: 'Introduza o seu e-mail, como nome@exemplo.com.',
  pairing: {
    ...brazilian.pairing,
    scan: 'Digitalize com a aplicação da sua carteira.',
    copy: 'Copiar ligação',
  },
  copyPageLink: 'Copiar a ligação desta página',
  noWallet: {
    ...brazilian.noWallet,
    onPhone: 'A sua carteira está no telemóvel?',
    scan: 'Digitalize com a aplicação da carteira. Esta página abre lá.',
  },
  connectWallet: 'Ligar carteira',
  tryAgain: 'Tentar novamente',
  preparing: 'A preparar…',
  openingOn: chain => `A reservar o seu dinheiro em ${chain}…`,
  slowService: 'Está a demorar mais do que o normal. Fique nesta página; não é preciso fazer nada.',
  accountChanged: 'A sua carteira utiliza agora outra conta.',
  signedElsewhere: (amount, deadline) =>
    `Já assinou outro pagamento desta loja: até ${amount}, válido até ${deadline}. Autorize este só se quiser os dois.`,
  lock: {
    ...brazilian.lock,
    asked: amount => `A sua carteira ainda pode ter um pedido de no máximo ${amount}.`,
    askedFree: (deadline, merchant) =>
      `Pode escolher outra duração a partir de: ${deadline}. Já pode fazer um novo pedido em ${merchant}.`,
    askedFixed: (deadline, merchant) =>
      `Deixa de valer: ${deadline}. Já pode fazer um novo pedido em ${merchant}.`,
    signed: (amount, deadline) =>
      `Assinou por no máximo ${amount}. A assinatura vale até ${deadline}. Até lá, esta página não pede nenhuma outra.`,
    known: amount => `${amount} estão guardados em segurança para este pedido. Pode pará-lo sem o serviço.`,
    unread: 'Esta página ainda não verificou a rede. O seu pedido pode já ter começado.',
    stopped: 'Parado na rede. Depois de um dia, o resto pode ser devolvido à sua carteira, e só a ela.',
  },
  walletShows: {
    ...brazilian.walletShows,
    title: 'O que a sua carteira vai mostrar',
    to: 'Guarda o dinheiro até o contador parar.',
  },
  feeValue: percent => `${percent} do que paga, por conta do vendedor`,
  stopGrace: 'Espera após a sua paragem',
  promise:
    'Nunca pode ser pago mais do que esta tarifa × o tempo desde a sua autorização, nem mais do que o máximo. Uma pausa é uma promessa do serviço: a rede não a impõe. Pode sempre parar na rede, sem o serviço.',
  exit: 'Parar e recuperar o seu dinheiro sem este serviço',
  manageHint: 'Para ver ou parar o contador, ligue a carteira que o autorizou.',
  readingMeter: 'A ler o contador…',
  meterStatus: { ...brazilian.meterStatus, running: 'A decorrer', ended: 'Terminado' },
  matchesSigned: 'Conferido com a sua assinatura',
  waitingForMerchant: merchant =>
    `${merchant} inicia o contador quando tudo estiver pronto. Nada é cobrado até lá.`,
  pastDueText:
    'O último pagamento ao vendedor está atrasado. É repetido automaticamente. Não precisa de fazer nada.',
  pausedText: 'O contador está parado. Nada é cobrado durante a pausa.',
  pausing: 'A pausar…',
  resuming: 'A retomar…',
  stopping: 'A parar…',
  stopTitle: 'Parar o contador?',
  stopText: (spent, returns) => `São cobrados ${spent}, e ${returns} voltam para a sua carteira.`,
  carryOn: {
    ...brazilian.carryOn,
    longer: 'Quanto tempo mais',
    stopsAt: (maximum, instant) => `de no máximo ${maximum}. Às ${instant} o contador para sozinho.`,
    seamless:
      'Nada é interrompido. O novo contador começa, o anterior para no mesmo segundo, e o que resta dele volta.',
    failed: instant =>
      `O novo contador não começou. Nada foi cobrado por ele, e o anterior continua a terminar às ${instant}.`,
    notStarted: 'O novo contador não começou. Nada foi cobrado por ele.',
  },
  charged: 'Pagou',
  used: (length, maximum) => `Utilizou ${length} de ${maximum}.`,
  problems: {
    ...brazilian.problems,
    no_wallet: 'Precisa de uma aplicação de carteira com AUSD',
    user_rejected: 'Recusou na sua carteira.',
    rejected_unseen: 'A sua carteira recusou sem mostrar nada.',
    request_pending: 'A sua carteira já tem um pedido aberto.',
    wallet_moved: 'A ligação à sua carteira terminou.',
    wrong_network: 'A sua carteira está noutra rede.',
    wallet_failed: 'A sua carteira comunicou um erro.',
    too_many_meters: 'Esta carteira tem demasiados contadores abertos.',
    signed_out: 'A sua sessão terminou.',
    relay_unreachable: 'Não foi possível aceder ao WalletConnect.',
    other_tab: 'Outro separador está a pedir algo à sua carteira.',
    signature_disputed: 'O serviço recusa a sua assinatura, embora ela esteja certa.',
    replaces_missing: 'Não há aqui nenhum contador seu para prolongar.',
    replaced_early: 'O serviço parou o seu contador anterior e não iniciou um novo.',
    replaced_not: 'O serviço não parou o seu contador anterior.',
    refused: 'Parámos: o serviço pediu termos diferentes dos que estão no ecrã.',
    refused_meter: 'Os números do serviço não são os que assinou.',
  },
  advice: {
    ...brazilian.advice,
    connection: 'Verifique a sua ligação e tente novamente. Tentar novamente nunca cobra duas vezes.',
    no_wallet:
      'Não há carteira neste navegador. Uma carteira é uma aplicação que guarda dinheiro digital e pergunta antes de cada pagamento, como MetaMask ou Rabby.',
    other_account:
      'Mude para aquela conta ou espere até que a assinatura dela já não possa iniciar o contador.',
    other_tab: 'Responda lá, ou feche aquele separador e tente novamente.',
    signed_once: 'Não precisa de assinar novamente.',
    link: 'A ligação pode estar incompleta. Volte à loja e comece de novo.',
    refused_meter: 'Aparecem os últimos números corretos. Nunca pode ser cobrado mais do que assinou.',
  },
  otherLength: 'Pode escolher outra duração.',
  print: 'Imprimir ou guardar como PDF',
  download: 'Descarregar comprovativo',
}

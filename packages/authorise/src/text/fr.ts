import type { Words } from './text.ts'

const startAnew = (merchant: string) => `Retournez chez ${merchant} pour en commencer un nouveau.`
const tellMerchant = 'Merci de prévenir le marchand.'
const neverTwice = 'Réessayer ne débite jamais deux fois.'

/** French, with "vous". */
export const words: Words = {
  testMode: 'Mode test',
  loading: 'Chargement du paiement…',

  rates: {
    second: amount => `${amount} par seconde`,
    minute: amount => `${amount} par minute`,
    hour: amount => `${amount} par heure`,
    day: amount => `${amount} par jour`,
    month: amount => `${amount} par mois`,
  },
  rateFree: 'Gratuit',

  maximumDuration: 'Durée maximale',
  duration: 'Durée',
  unit: 'Unité',
  slider: 'Plus court ou plus long',
  sliderValue: (length, amount) => `${length}, ${amount} au maximum`,
  presets: { 600: '10 min', 3600: '1 h', 86400: '1 jour', 604800: '7 jours', 2592000: '30 jours' },
  durationRange: 'Choisissez entre 60 secondes et 30 jours.',
  durationShortest: length => `Durée minimale : ${length}.`,
  durationLongest: length => `Durée maximale : ${length}.`,
  durationLeast: (length, amount) => `Au moins ${length} : le dépôt minimal est de ${amount}.`,
  durationFixed: (length, merchant) => `Dure au plus ${length}, limite fixée par ${merchant}.`,
  durationCapped: length => `Dure au plus ${length}.`,
  clockDays: days => `${days} j`,

  mostCharged: 'Montant maximal débité',
  payOnlyUsed: 'Vous ne payez que les secondes utilisées. Le reste vous revient.',
  roundedUp: deposit =>
    `Vous signez pour ${deposit} : la monnaie n’a pas d’unité plus petite, le montant est arrondi au supérieur.`,

  steps: 'Étapes',
  stepChoose: 'Choisir',
  stepConnect: 'Connecter',
  stepSignIn: 'S’identifier',
  stepAuthorise: 'Autoriser',
  stepDone: 'terminé',

  walletHint: 'Payez avec votre portefeuille',
  walletMeans: 'En AUSD, des dollars numériques',
  walletsFound: names => `Détecté : ${names}`,
  walletChoose: 'Choisissez votre portefeuille',
  email: 'E-mail',
  emailWhy: 'E-mail pour cette commande · jamais public',
  emailExample: 'vous@exemple.fr',
  emailRefused: 'Saisissez votre adresse e-mail, par exemple vous@exemple.fr.',
  changeWallet: 'Changer',
  changeWalletLabel: 'Changer de portefeuille',

  pairing: {
    code: 'Obtention d’un code…',
    scan: 'Scannez ceci avec l’application de votre portefeuille.',
    picture: 'Code QR pour l’application de votre portefeuille',
    open: 'Ouvrir l’application',
    copy: 'Copier le lien',
  },

  openInWallet: wallet => `Ouvrir dans ${wallet}`,
  copyPageLink: 'Copier le lien de cette page',
  noWallet: {
    ausd: 'Les AUSD sont des dollars numériques, à 1 $ chacun.',
    onPhone: 'Votre portefeuille est sur votre téléphone ?',
    scan: 'Scannez ceci avec son application. Cette page s’y ouvrira.',
    picture: 'Code QR avec le lien de cette page',
    installed: 'J’ai installé un portefeuille',
    otherWays: merchant => `Autres moyens de paiement chez ${merchant}`,
  },

  connectWallet: 'Connecter le portefeuille',
  signIn: 'S’identifier',
  authorise: amount => `Autoriser ${amount}`,
  authoriseNothing: 'Autoriser',
  cancel: 'Annuler',
  tryAgain: 'Réessayer',
  startAgain: 'Recommencer',

  lookingForWallets: 'Recherche de portefeuilles…',
  confirmIn: wallet => `Confirmez dans ${wallet}…`,
  signingIn: 'Identification…',
  preparing: 'Préparation…',
  switchingChain: (wallet, chain) => `Passez sur ${chain} dans ${wallet}…`,
  checkingFunds: 'Vérification de votre solde…',
  opening: 'Votre argent est mis de côté…',
  openingOn: chain => `Votre argent est mis de côté sur ${chain}…`,
  slowWallet: wallet => `Rien ne s’affiche ? Ouvrez ${wallet} : sa fenêtre est peut-être derrière celle-ci.`,
  slowShared: deadline =>
    `D’autres titulaires de ce portefeuille doivent peut-être signer. Cette page attend ; tous doivent avoir signé avant : ${deadline}.`,
  askAgain: 'Redemander',
  slowService: 'C’est plus long que d’habitude. Restez sur cette page ; vous n’avez rien à faire.',
  slowOpening: 'Le réseau prend son temps. Vous avez signé : vous pouvez attendre ou revenir plus tard.',

  facts: { gas: 'Sans frais de réseau', stop: 'Arrêt à tout moment', refund: 'Remboursement automatique' },
  notices: {
    account_changed: 'Votre portefeuille utilise maintenant un autre compte.',
    disconnected: 'Votre portefeuille a mis fin à la connexion. Reconnectez-le pour continuer.',
    contract_balance_low: 'Ce portefeuille contient moins que le maximum. Alimentez-le avant de confirmer.',
  },
  signedElsewhere: (amount, deadline) =>
    `Vous avez déjà signé pour un autre paiement de cette boutique : jusqu’à ${amount}, valable jusqu’au ${deadline}. N’autorisez celui-ci que si vous voulez les deux.`,
  lock: {
    asked: amount => `Votre portefeuille a peut-être encore une demande de ${amount} au maximum.`,
    askedFree: (deadline, merchant) =>
      `Autre durée possible à partir de : ${deadline}. Vous pouvez déjà passer une nouvelle commande chez ${merchant}.`,
    askedFixed: (deadline, merchant) =>
      `Elle sera sans valeur après : ${deadline}. Vous pouvez déjà passer une nouvelle commande chez ${merchant}.`,
    signed: (amount, deadline) =>
      `Vous avez signé pour ${amount} au maximum. La signature est valable jusqu’à : ${deadline}. D’ici là, cette page n’en demande aucune autre.`,
    known: amount =>
      `${amount} sont gardés en sécurité pour cette commande. Vous pouvez l’arrêter sans le service.`,
    unread: 'Cette page n’a pas encore vérifié le réseau. Votre commande a peut-être déjà commencé.',
    look: 'Vérifier maintenant',
    stop: 'Arrêter sur le réseau',
    stopSent: 'Envoyé. En attente du réseau…',
    stopped:
      'Arrêté sur le réseau. Après un jour, le reste peut être rendu à votre portefeuille, et seulement à lui.',
  },
  walletShows: {
    title: 'Ce que votre portefeuille affichera',
    token: 'Le nom complet d’AUSD.',
    to: 'Garde l’argent en sécurité jusqu’à l’arrêt.',
    value: amount => `Soit ${amount}.`,
    today: time => `Aujourd’hui à ${time}`,
    validBefore: instant => `${instant}. Sans valeur ensuite.`,
    unknownType:
      'Certains portefeuilles parlent d’un type inconnu. Comparez ces quatre lignes, puis confirmez.',
  },

  details: 'Détails',
  payee: 'Bénéficiaire',
  payeeLater: 'Affiché une fois votre portefeuille connecté',
  escrow: 'Séquestre',
  fee: 'Frais de service',
  feeValue: percent => `${percent} de ce que vous payez, à la charge du marchand`,
  operator: 'Exploitant',
  deadline: 'Signer avant',
  stopGrace: 'Attente après votre arrêt',
  expiry: 'Fin au plus tard',
  network: 'Réseau',
  networkValue: (name, chainId) => `${name} (${chainId})`,
  token: 'Payé en',
  tokenValue: 'AUSD, un dollar américain chacun',
  terms: 'Conditions signées',
  promise:
    'Jamais plus que ce tarif × le temps depuis votre autorisation ne peut être versé, ni plus que le maximum. Une pause est une promesse du service : le réseau ne l’impose pas. Vous pouvez toujours arrêter sur le réseau, sans le service.',
  exit: 'Arrêter et récupérer votre argent sans ce service',
  copyWhat: what => `Copier : ${what}`,
  copied: 'Copié',
  show: what => `${what} sur l’explorateur de blocs`,

  expiredTitle: 'Ce paiement a expiré',
  expiredText: merchant => `Rien n’a été débité. ${startAnew(merchant)}`,
  backTo: merchant => `Retour chez ${merchant}`,
  canceledTitle: 'Annulé',
  canceledText: 'Rien n’a été débité ni autorisé.',
  canceledOpen: 'Rien de plus ne vous est demandé ici.',

  continueTo: merchant => `Continuer vers ${merchant}`,
  takingYouTo: merchant => `Redirection vers ${merchant}…`,
  authorisedTitle: 'Autorisé',
  authorisedText: (amount, length) => `Jusqu’à ${amount}, pour une durée maximale de ${length}.`,
  manageHint: 'Pour voir ou arrêter le compteur, connectez le portefeuille qui l’a autorisé.',
  readingMeter: 'Lecture du compteur…',

  meterStatus: {
    waiting: 'Pas commencé',
    running: 'En cours',
    paused: 'En pause',
    past_due: 'Paiement retardé',
    ended: 'Terminé',
    canceled: 'Arrêté',
  },
  matchesSigned: 'Vérifié avec votre signature',
  lastKnown: instant => `Le service ne répond pas. Compté à partir de sa dernière réponse (${instant}).`,
  spent: 'Dépensé jusqu’ici',
  ofMaximum: maximum => `sur ${maximum} au maximum.`,
  stopBrings: returns => `En arrêtant maintenant, ${returns} vous reviennent.`,
  timeUsed: 'Temps utilisé',
  timeLeft: 'Temps restant',
  waitingForMerchant: merchant =>
    `${merchant} démarre le compteur quand tout est prêt. Rien n’est débité d’ici là.`,
  pastDueText:
    'Le dernier paiement au marchand a du retard. Il est répété automatiquement. Vous n’avez rien à faire.',
  pausedText: 'Le compteur est à l’arrêt. Rien n’est débité pendant la pause.',
  pause: 'Pause',
  resume: 'Reprendre',
  stop: 'Arrêter',
  pausing: 'Mise en pause…',
  resuming: 'Reprise…',
  stopping: 'Arrêt en cours…',
  stopTitle: 'Arrêter le compteur ?',
  stopText: (spent, returns) =>
    `Vous êtes débité de ${spent} et ${returns} reviennent dans votre portefeuille.`,
  stopNow: 'Arrêter',
  keepRunning: 'Laisser tourner',

  carryOn: {
    extend: 'Prolonger',
    endsIn: time => `Se termine dans ${time}`,
    stopsAt: (maximum, instant) =>
      `sur ${maximum} au maximum. À ${instant}, le compteur s’arrête de lui-même.`,
    longer: 'Combien de temps en plus',
    mostCharged: 'Montant maximal débité à partir de là',
    comesBack: 'Revient de l’ancien compteur',
    about: amount => `environ ${amount}`,
    endsAt: 'Se termine à',
    insteadOf: instant => `au lieu de ${instant}`,
    seamless:
      'Rien n’est interrompu. Le nouveau compteur démarre, l’ancien s’arrête à la même seconde, et son reste revient.',
    done: (length, amount) => `Prolongé. Avant : ${length}, ${amount}`,
    failed: instant =>
      `Le nouveau compteur n’a pas démarré. Rien n’a été débité pour lui, et l’ancien se termine toujours à ${instant}.`,
    notStarted: 'Le nouveau compteur n’a pas démarré. Rien n’a été débité pour lui.',
  },

  charged: 'Vous avez été débité de',
  back: 'De retour dans votre portefeuille',
  used: (length, maximum) => `Vous avez utilisé ${length} sur ${maximum}.`,
  paidFrom: 'Payé depuis',
  refunded: 'Rendu à votre portefeuille',
  onItsWay: 'En route vers votre portefeuille',
  notArrived: 'S’il n’est pas arrivé',
  transaction: 'Ouvert dans',
  settledIn: 'Réglé dans',
  closedIn: 'Remboursé dans',
  started: 'Début',
  print: 'Imprimer ou enregistrer en PDF',
  download: 'Télécharger la preuve',

  problems: {
    no_wallet: [
      'Il vous faut une application de portefeuille avec des AUSD',
      'Ce navigateur n’a pas de portefeuille. Un portefeuille est une application qui garde de l’argent numérique et vous demande votre accord avant chaque paiement, comme MetaMask ou Rabby.',
    ],
    user_rejected: ['Vous avez refusé dans votre portefeuille.', 'Rien n’a été signé ni débité.'],
    rejected_unseen: [
      'Votre portefeuille a refusé sans rien vous montrer.',
      'Rien n’a été signé ni débité. Vérifiez ses réglages ou utilisez un autre portefeuille.',
    ],
    request_pending: [
      'Votre portefeuille a déjà une demande ouverte.',
      'Ouvrez-le, répondez-y, puis réessayez.',
    ],
    locked: ['Votre portefeuille est verrouillé.', 'Déverrouillez-le, puis réessayez.'],
    wallet_moved: [
      'La connexion à votre portefeuille est coupée.',
      'Déverrouillez-le, gardez le même compte, puis réessayez.',
    ],
    wrong_network: [
      'Votre portefeuille est sur un autre réseau.',
      'Réessayez et acceptez le changement dans votre portefeuille.',
    ],
    method_unsupported: ['Ce portefeuille ne peut pas signer ceci.', 'Réessayez avec un autre portefeuille.'],
    wallet_failed: ['Votre portefeuille a signalé une erreur.', 'Rien n’a été débité. Réessayez.'],
    insufficient_funds: [
      'Il n’y a pas assez dans votre portefeuille.',
      'Ajoutez des AUSD ou choisissez une durée plus courte.',
    ],
    payer_frozen: [
      'L’émetteur a gelé les AUSD de ce portefeuille.',
      'Payez avec un autre portefeuille. Seul l’émetteur peut lever ce gel.',
    ],
    not_found: [
      'Nous ne trouvons pas ce paiement.',
      'Le lien est peut-être incomplet. Retournez à la boutique et recommencez.',
    ],
    misconfigured: ['Ce paiement est mal configuré.', tellMerchant],
    unreachable: ['Le service ne répond pas.', `Vérifiez votre connexion et réessayez. ${neverTwice}`],
    too_many: ['Trop de demandes à la fois.', 'Patientez un instant, puis réessayez.'],
    chain_unavailable: ['Le réseau est injoignable pour l’instant.', `Réessayez bientôt. ${neverTwice}`],
    expired: ['Ce paiement a expiré.', startAnew],
    closed: ['Ce paiement est clos.', startAnew],
    claimed: [
      'Un autre portefeuille a déjà commencé ici.',
      merchant => `Utilisez-le, ou retournez chez ${merchant} pour un nouveau paiement.`,
    ],
    inactive: ['Ceci n’est plus en vente.', merchant => `Renseignez-vous auprès de ${merchant}.`],
    deposit_small: [
      'C’est moins que le dépôt minimal.',
      'Choisissez plus de temps. Si la durée est fixe, prévenez le marchand.',
    ],
    too_many_meters: [
      'Ce portefeuille a trop de compteurs ouverts.',
      'Arrêtez-en un, ou payez avec un autre portefeuille.',
    ],
    signed_out: ['Vous êtes déconnecté.', 'Connectez le portefeuille qui a autorisé le compteur.'],
    sign_in_late: ['L’identification a pris trop de temps.', 'Réessayez et confirmez dans les cinq minutes.'],
    sign_in_elsewhere: ['Cette page ne peut pas vous identifier.', tellMerchant],
    signature_invalid: ['La signature ne correspond pas à ce compte.', 'Réessayez avec le même compte.'],
    signature_late: [
      'La signature est arrivée trop tard.',
      'Rien n’a été débité. Réessayez : vous aurez plus de temps.',
    ],
    pairing_expired: ['Le code a expiré.', 'Réessayez avec un nouveau code.'],
    relay_unreachable: [
      'WalletConnect est injoignable.',
      'Vérifiez votre connexion ou prenez un autre portefeuille.',
    ],
    invalid_state: ['C’est impossible pour l’instant.', 'Le compteur a changé entre-temps.'],
    malformed: ['Le service a donné une réponse qui n’a pas de sens.', tellMerchant],
    other_tab: [
      'Un autre onglet sollicite votre portefeuille.',
      'Répondez-y, ou fermez l’autre onglet, puis réessayez.',
    ],
    other_account: [
      'La signature a été demandée ici à un autre compte.',
      'Passez à cet autre compte, ou attendez la fin de son délai de signature.',
    ],
    asked_changed: [
      'Ce paiement a changé depuis la demande faite à votre portefeuille.',
      merchant =>
        `Une autre page de ce site l’a peut-être modifié ; votre portefeuille ne sera donc pas sollicité à nouveau. Retournez chez ${merchant} pour un nouveau paiement.`,
    ],
    meter_known: ['Cette commande a déjà commencé.', 'Vous n’avez pas à signer de nouveau.'],
    signature_disputed: [
      'Le service refuse votre signature, pourtant correcte.',
      'L’erreur vient du service. Réessayer transmet la même signature.',
    ],
    unloaded: ['Une partie de cette page n’a pas été chargée.', 'Rechargez la page.'],
    insecure: [
      'Cette page n’est pas sécurisée.',
      'Un paiement exige une adresse https. Prévenez le vendeur.',
    ],
    altered: [
      'Cette page modifie ce que le paiement affiche ou envoie.',
      'Désactivez les extensions qui modifient les pages, ou utilisez un autre navigateur.',
    ],
    replaces_missing: ['Il n’y a ici aucun compteur à vous à prolonger.', startAnew],
    replaces_ended: ['Le compteur à prolonger est terminé.', startAnew],
    replaced_early: ['Le service a arrêté votre ancien compteur sans en démarrer un nouveau.', tellMerchant],
    replaced_not: ['Le service n’a pas arrêté votre ancien compteur.', 'Arrêtez l’un des deux.'],
    unexpected: ['Un problème est survenu.', `Réessayez. ${neverTwice}`],
  },
  needsMore: missing => `Il manque ${missing} AUSD dans votre portefeuille.`,
  notEnough: (balance, needed) => `Il contient ${balance} sur les ${needed} nécessaires.`,
  sendTo: network => `Envoyez des AUSD sur ${network}, et sur aucun autre réseau, à cette adresse :`,
  copyAddress: 'Copier l’adresse',
  showCode: 'Voir le code QR',
  addressPicture: 'Code QR avec votre adresse',
  added: 'Je les ai ajoutés',
  nothingYet: 'Rien n’est encore arrivé. Cela peut prendre une minute.',
  whereToGet: merchant => `Demandez à ${merchant} où obtenir des AUSD.`,
  otherLength: 'Vous pouvez choisir une autre durée.',
  useLongest: length => `Prendre la plus longue possible : ${length}`,
  refused: {
    chain: 'Arrêt de notre part : le service a demandé un réseau inattendu ici.',
    escrow: 'Arrêt de notre part : le service voulait garder votre argent en un lieu inconnu.',
    token: 'Arrêt de notre part : le service a demandé une autre monnaie.',
    terms: 'Arrêt de notre part : le service a demandé d’autres conditions que celles affichées.',
    sign_in: 'Arrêt de notre part : le service a demandé une identification qui n’est pas pour cette page.',
    meter: 'Les chiffres du service ne sont pas ceux que vous avez signés.',
  },
  refusedAdvice:
    'Votre portefeuille n’a pas été sollicité et rien n’a été signé. Merci de prévenir le marchand.',
  refusedMeterAdvice:
    'Les derniers chiffres corrects restent affichés. Vous ne pouvez jamais être débité de plus que ce que vous avez signé.',
}

import { signClient } from './sign-client.ts'

// A page that offers WalletConnect imports this module. Bundlers refuse or report an import of a package that is not installed.
signClient.load = () => import('@walletconnect/sign-client')

import type { WireTypedData } from '@per-second/protocol/types'
import { monotonicNow } from '../meter/monotonic-now.ts'
import { convertWalletError } from './convert-wallet-error.ts'
import { askPerson, isQuick } from './is-quick.ts'
import type { WalletProvider } from './wallet-provider.ts'

/**
 * Requests the signature over typed data as text, the usual form. A wallet that fails faster than a person reads may need the object
 * itself.
 *
 * @param asking done before each request
 */
export async function requestTypedData(
  provider: WalletProvider,
  {
    spelling,
    typedData,
    asking,
  }: { spelling: string; typedData: WireTypedData; asking: (() => void | Promise<void>) | undefined },
): Promise<unknown> {
  let begun = 0
  const ask = async (form: unknown) => {
    await asking?.()
    begun = monotonicNow()
    return askPerson(() => provider.request({ method: 'eth_signTypedData_v4', params: [spelling, form] }))
  }
  try {
    return await ask(JSON.stringify(typedData))
  } catch (error) {
    const isOfTheForm = convertWalletError(error).code === 'wallet_failed' && isQuick(begun)
    if (!isOfTheForm) throw error
    // If the second form fails too, the first error is more precise.
    return ask(typedData).catch(again => {
      throw convertWalletError(again).code === 'wallet_failed' ? error : again
    })
  }
}

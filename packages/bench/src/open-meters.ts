import type { ServiceLine } from '../../backend/src/start/start-service.ts'
import { createMerchantServer } from '../../backend/test/merchant.ts'
import { createSubscriber } from '../../backend/test/subscriber.ts'
import type { ServerProcess } from './server-process.ts'

const AT_ONCE = 10

/** A merchant's server, as the tests have it. */
export type Merchant = Awaited<ReturnType<typeof createMerchantServer>>

/** Opens meters, ten at a time, on a clock that stands still. @returns the merchant whose they are */
export async function openMeters(
  server: ServerProcess<unknown>,
  { meters, maxSeconds }: { meters: number; maxSeconds: number },
  progress: (text: string) => void,
): Promise<Merchant> {
  const backend = server.line as ServiceLine
  const merchant = await createMerchantServer(backend)
  await merchant.freezeClock()
  const product = await merchant.product()
  const subscribe = async () => {
    const subscriber = createSubscriber(backend)
    await subscriber.fund('1000')
    await subscriber.subscribe(await merchant.session(product), maxSeconds)
  }
  for (let opened = 0; opened < meters; opened += AT_ONCE) {
    progress(`opening meters, ${opened} of ${meters}`)
    await Promise.all(Array.from({ length: AT_ONCE }, subscribe))
  }
  return merchant
}

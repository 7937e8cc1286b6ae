import { AUSD_DOMAIN, meterDigest } from '@per-second/protocol/terms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSignature } from '../../src/actions/accept-draft.ts'
import { CONFIRMATIONS, openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

test('behaviour: a token that pauses between simulation and block leaves the reverted hash, and is paid later', async () => {
  const checkout = await openMeter(stack)
  stack.forward(100)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.work()
  // The stranger's tip is higher, so that the pause comes first in the block.
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [true] })
  await stack.settle()
  const { subscription, invoices } = await stack.stored(checkout)
  const reverted = (await stack.journal()).at(-1)
  expect(reverted).toMatchObject({ status: 'reverted', purpose: 'settle' })
  expect(subscription.status).toBe('past_due')
  expect(invoices.map(({ status, txHash }) => [status, txHash])).toEqual([['failed', reverted?.hash]])
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [false] })
  stack.forward(60)
  await stack.settle()
  expect((await stack.stored(checkout)).subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
})

test('behaviour: work beyond the endpoint of a process that takes over is not sent again: it waits until the endpoint has caught up', async () => {
  const checkout = await openMeter(stack)
  stack.forward(100)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.work()
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [true] })
  const { number: before } = await stack.running().chain.head()
  await stack.strange.mine(CONFIRMATIONS + 1)
  // The earlier process has read beyond the reverted transaction, and ended before it fetched the receipt.
  await stack.running().indexer.poll()
  await stack.restart()
  const [sent] = (await stack.journal()).slice(-1)
  const behind = before + CONFIRMATIONS - 1
  stack.proxy.misbehave(async ({ method, params }) => {
    if (method !== 'eth_getBlockByNumber' || (params as string[])[0] !== 'latest') return null
    const block = [`0x${behind.toString(16)}`, false]
    return { reply: { result: await stack.strange.rpc.request({ method, params: block }) } }
  })
  await stack.running().worker.drain()
  expect((await stack.journal()).slice(-1)).toEqual([sent])
  expect(sent).toMatchObject({ status: 'signed', purpose: 'settle' })

  stack.proxy.misbehave(null)
  await stack.settle()
  expect((await stack.journal()).at(-1)).toMatchObject({ hash: sent?.hash, status: 'reverted' })
  expect((await stack.stored(checkout)).subscription.status).toBe('past_due')
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [false] })
})

test('behaviour: a frozen merchant delays no other: its income is credited and counts as paid', async () => {
  const checkout = await openMeter(stack)
  await stack.strange.onToken({ functionName: 'freeze', args: [stack.merchant.payoutAddress] })
  stack.forward(100)
  await stack.settle()
  const { subscription, invoices } = await stack.stored(checkout)
  expect(subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
  expect(invoices.map(({ status }) => status)).toEqual(['paid'])
  expect(await stack.strange.balanceOf(stack.merchant.payoutAddress)).toBe(0n)
  expect(await stack.strange.balanceOf(stack.feeRecipient)).toBe(1_000_000n)
})

test('behaviour: a frozen escrow is a refusal, retried until the token lets it pay', async () => {
  const checkout = await openMeter(stack)
  const { escrow } = stack.running().chain.facts
  await stack.strange.onToken({ functionName: 'freeze', args: [escrow] })
  stack.forward(100)
  await stack.settle()
  expect((await stack.stored(checkout)).subscription).toMatchObject({ status: 'past_due', billedSeconds: 0 })
  await stack.strange.onToken({ functionName: 'unfreeze', args: [escrow] })
  stack.forward(60)
  await stack.settle()
  const { subscription, invoices } = await stack.stored(checkout)
  expect(subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
  expect(invoices.map(({ status, gross }) => [status, gross])).toEqual([['paid', 100_000_000n]])
})

test('behaviour: an opening that the escrow knows already is complete only when its block counts', async () => {
  const checkout = await stack.prepare()
  await stack.accept(checkout)
  // Our own, but in no journal: sent by another holder of the operator's key.
  const { chain } = stack.running()
  const { terms } = checkout.subscription
  const call = { kind: 'open', terms, signature: checkout.signature } as const
  const opening = await chain.sign(call, await chain.transactionCount())
  await chain.send(opening)
  await stack.strange.mine()
  const open = { status: 'incomplete', openingTxHash: null }
  await stack.work()
  expect((await stack.stored(checkout)).subscription).toMatchObject(open)
  expect((await stack.stored(checkout)).events).not.toContain('checkout.session.completed')
  await stack.settle()
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    status: 'running',
    openingTxHash: opening.hash,
  })
  expect(await stack.journal()).toEqual([])
})

test('behaviour: a nonce that its payer cancelled on chain is not handed out again: the next draft has another and opens', async () => {
  const checkout = await stack.prepare()
  const { payer, subscription } = checkout
  const { chain } = stack.running()
  const { chain_id: chainId, token } = chain.facts
  const nonce = meterDigest(subscription.terms, { chainId, escrow: chain.facts.escrow })
  const signature = await payer.signTypedData({
    domain: { ...AUSD_DOMAIN, chainId, verifyingContract: token.address },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
  await stack.strange.onToken({
    functionName: 'cancelAuthorization',
    args: [payer.address, nonce, signature],
  })
  const judge = ({ draft, signature: signed }: typeof checkout) =>
    checkSignature(chain, { draft, signature: signed }, async () => false)
  await expect(judge(checkout)).rejects.toMatchObject({ code: 'signature_invalid' })

  const again = { ...checkout, ...(await stack.prepareAgain(checkout)) }
  expect(again.subscription.meterId).not.toBe(nonce)
  await judge(again)
  await stack.accept(again)
  await stack.settle()
  expect((await stack.stored(again)).subscription.status).toBe('running')
})

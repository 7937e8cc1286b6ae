import { expect, test } from 'vitest'
import { CHAIN, COMPLETE, SIGNED, SUBSCRIPTION } from '../../test/fixtures.ts'
import { speechOf } from '../text/language.ts'
import { loadText } from '../text/load-text.ts'
import { receiptRows } from './print-receipt.ts'

const ENDED = {
  ...SUBSCRIPTION,
  status: 'canceled',
  ended_at: 1_790_000_010,
  elapsed_seconds: 10,
  settled_usd: '0.00277',
  refunded_usd: '0.99443',
} as const
const OPENED = { session: COMPLETE, lock: { ...SIGNED, txHash: '0xbb' } } as const
const EXIT = 'https://shop.example/exit.html'

test('receiptRows: time, duration, charge, and links', async () => {
  const text = await loadText(speechOf('en'))
  const checkout = {
    chain: { ...CHAIN, block_explorer_url: 'https://explorer.example' },
    ...OPENED,
  }
  const rows = receiptRows({ checkout, subscription: ENDED, closing: '0xdd' }, text, EXIT)
  const [started, ended, ...rest] = rows
  expect([started?.label, ended?.label]).toEqual(['Started', 'Stopped'])
  expect(rest).toEqual([
    { label: 'Time used', value: '10 seconds' },
    { label: 'You were charged', value: '$0.00277' },
    { label: 'Back in your wallet', value: '$0.99443' },
    {
      label: 'If it did not arrive',
      value: `${EXIT}#escrow=${CHAIN.escrow}&chain=${CHAIN.chain_id}`,
      href: `${EXIT}#escrow=${CHAIN.escrow}&chain=${CHAIN.chain_id}`,
    },
    { label: 'Opened in', value: '0xbb', href: 'https://explorer.example/tx/0xbb' },
    { label: 'Refund transaction', value: '0xdd', href: 'https://explorer.example/tx/0xdd' },
  ])
})

test('receiptRows: links lead to web pages only, and unknown facts are omitted', async () => {
  const text = await loadText(speechOf('en'))
  const checkout = { chain: { ...CHAIN, block_explorer_url: 'javascript:alert(1)' }, ...OPENED }
  const rows = receiptRows(
    { checkout, subscription: { ...ENDED, started_at: null }, closing: null },
    text,
    null,
  )
  expect(rows.map(({ label }) => label)).toEqual([
    'Stopped',
    'Time used',
    'You were charged',
    'Back in your wallet',
    'Opened in',
  ])
  expect(rows.some(row => 'href' in row)).toBe(false)
})

test('receiptRows: without a refund the exit is not mentioned', async () => {
  const text = await loadText(speechOf('en'))
  const checkout = { chain: CHAIN, lock: null, session: COMPLETE }
  const ended = { ...ENDED, settled_usd: '0.9972', refunded_usd: '0' } as const
  const rows = receiptRows({ checkout, subscription: ended, closing: null }, text, EXIT)
  expect(rows.map(({ label }) => label)).not.toContain('If it did not arrive')
})

import { afterEach, expect, test, vi } from 'vitest'
import { startFundButton } from './fund-button.ts'

afterEach(() => vi.unstubAllGlobals())

test('every connected account gets what the button names, and the button says what came of it', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)))
    return asked.length < 3
      ? Response.json({})
      : Response.json({ error: 'The faucet is empty.' }, { status: 503 })
  })
  const button = document.createElement('button')
  button.textContent = 'Get 100 test AUSD'
  const wallet = (...accounts: string[]) => ({ request: async () => accounts })
  startFundButton(button, [wallet('0x1'), undefined, wallet(), wallet('0x2')])
  button.click()
  await expect.poll(() => button.textContent).toBe('100 test AUSD arrived')
  expect(asked).toEqual([
    { address: '0x1', amount: '100' },
    { address: '0x2', amount: '100' },
  ])
  button.click()
  await expect.poll(() => button.textContent).toBe('The faucet is empty.')
  expect(button.disabled).toBe(false)
})
